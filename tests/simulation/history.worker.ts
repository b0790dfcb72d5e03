import { queueWebCrypto } from './crypto-queue.ts';
import type { FaultKind } from './fault-kinds.ts';
import { mutants } from './mutants.ts';
import { plant } from './mutate.ts';
import { drawPlan } from './plan.ts';

export interface Job {
  readonly first: number;
  readonly step: number;
  readonly last: number;
  /** A mutant is caught by one; otherwise a handful of failures say enough. */
  readonly stopAfter: number;
}
export interface Report {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly faults: readonly (readonly [FaultKind, number])[];
  readonly ops: number;
  readonly steps: number;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const mutant = mutants.find((m) => m.name === process.argv[3]);
if (mutant) plant(mutant);
const { generateServerKeys, importServerKeys } = await import('../../server/ingest/server-keys.ts');
const { runHistory } = await import('./history.ts');
const keys = await importServerKeys(await generateServerKeys());
queueWebCrypto();
// Network faults are thrown by the thousand, and nobody reads where.
Error.stackTraceLimit = 4;

let failed = 0;
for (let seed = job.first; seed <= job.last && failed < job.stopAfter; seed += job.step) {
  const { violations, faults, ops, steps } = await runHistory(drawPlan(seed), keys);
  if (violations.length > 0) failed += 1;
  process.send?.({ seed, violations, faults: [...faults], ops, steps } satisfies Report);
}
process.disconnect();
