import { replaceWebCrypto } from './settled-crypto.ts';
import type { FaultKind } from './fault-kinds.ts';
import { mutants } from './mutants.ts';
import { plantMutant } from './mutate.ts';

export interface HistoryJob {
  readonly seeds: readonly number[];
  /** Stop after this many failed histories: 1 for a mutant, a few otherwise. */
  readonly stopAfter: number;
  readonly mutant?: string;
  /** Print the smallest plan that still fails. */
  readonly shrink?: boolean;
}
export interface HistoryReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly faults: readonly (readonly [FaultKind, number])[];
  readonly ops: number;
  readonly steps: number;
}

const job = JSON.parse(process.argv[2] ?? '{"seeds":[]}') as HistoryJob;
const mutant = mutants.find((m) => m.name === job.mutant);
if (mutant) plantMutant(mutant);
// Import only now: a module that was loaded before the mutant is planted stays unchanged.
const { drawPlan } = await import('./plan.ts');
const { generateServerKeys, importServerKeys } = await import('../../server/answer-log/log/server-keys.ts');
const { runHistory } = await import('./history.ts');
const kept = await generateServerKeys();
replaceWebCrypto();
const keys = await importServerKeys(kept);
// Short stack traces are cheaper to make, and nobody reads further.
Error.stackTraceLimit = 4;

let failed = 0;
for (const seed of job.seeds) {
  const plan = drawPlan(seed);
  const { violations, faults, ops, steps } = await runHistory(plan, keys);
  process.send?.({ seed, violations, faults: [...faults], ops, steps } satisfies HistoryReport);
  if (violations.length === 0) continue;
  failed += 1;
  if (job.shrink === true) {
    const { shrink } = await import('./shrink.ts');
    console.log(JSON.stringify(await shrink(plan, keys, (least) => console.log(`${least.steps.length} steps still fail`)), null, 1));
  }
  if (failed >= job.stopAfter) break;
}
process.disconnect?.();
