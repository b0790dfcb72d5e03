import { hash } from 'node:crypto';
import { replaceWebCrypto } from './settled-crypto.ts';
import type { FaultKind } from './fault-kinds.ts';
import { mutants } from './mutants.ts';
import { postgresMutants } from './postgres-mutants.ts';
import { plantMutant } from './mutate.ts';

export interface HistoryJob {
  readonly seeds: readonly number[];
  /** Stop after this many failed runs: 1 for a mutant, a few otherwise. */
  readonly stopAfter: number;
  readonly mutant?: string;
  /** Print the smallest plan that still fails. */
  readonly shrink?: boolean;
  /** URL of a PostgreSQL server. If set, each seed is simulated with the answer log in SQLite and in PostgreSQL; both must end in the same state. */
  readonly postgres?: string;
}
export interface HistoryReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly faults: readonly (readonly [FaultKind, number])[];
  readonly ops: number;
  readonly steps: number;
  /** Digest of the end state. Each run of the same seed gives the same digest. Only set with `postgres`. */
  readonly endState: string;
}

const job = JSON.parse(process.argv[2] ?? '{"seeds":[]}') as HistoryJob;
const mutant = [...mutants, ...postgresMutants].find((m) => m.name === job.mutant);
if (mutant) plantMutant(mutant);
// Import only now: a module that was loaded before the mutant is planted stays unchanged.
const { drawPlan } = await import('./plan.ts');
const { generateServerKeys, importServerKeys } = await import('../../server/answer-log/log/server-keys.ts');
const { compareLogs, runHistory } = await import('./history.ts');
const { SimDatabase } = await import('./sim-database.ts');
// Fixed secrets, because the ids of the server's streams follow from these and must be the same in every run.
const fixed = (name: string): string => hash('sha256', `simulation: ${name}`, 'base64url');
const secrets = { keyId: 'simulation', ticketSecret: fixed('tickets'), sittingSecret: fixed('sittings') };
const kept = { ...(await generateServerKeys()), ...secrets };
const database = job.postgres === undefined ? undefined : await SimDatabase.create(job.postgres);
replaceWebCrypto();
const keys = await importServerKeys(kept);
// Short stack traces are cheaper to make, and nobody reads further.
Error.stackTraceLimit = 4;

let failed = 0;
for (const seed of job.seeds) {
  const plan = drawPlan(seed);
  const { violations, faults, ops, steps, endState } = await (database ? compareLogs(plan, keys, database) : runHistory(plan, keys));
  const digest = hash('sha256', endState.join('\n'));
  process.send?.({ seed, violations, faults: [...faults], ops, steps, endState: digest } satisfies HistoryReport);
  if (violations.length === 0) continue;
  failed += 1;
  if (job.shrink === true) {
    const { shrink } = await import('./shrink.ts');
    console.log(
      JSON.stringify(await shrink(plan, keys, database, (least) => console.log(`${least.steps.length} steps still fail`)), null, 1),
    );
  }
  if (failed >= job.stopAfter) break;
}
await database?.drop();
process.disconnect?.();
