import { availableParallelism } from 'node:os';
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { faultKinds, type FaultKind } from './fault-kinds.ts';
import type { Job, Report } from './history.worker.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string' },
    mutant: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

interface Sum {
  passed: number;
  failed: Report[];
  ops: number;
  histories: Map<FaultKind, number>;
  steps: number;
}

/** Histories are spread over processes by their number; each is the same in whatever process it runs. */
export async function runSeeds(first: number, count: number, workers: number, mutant?: string): Promise<Sum> {
  const sum: Sum = { passed: 0, failed: [], ops: 0, histories: new Map(), steps: 0 };
  const take = (report: Report): void => {
    sum.ops += report.ops;
    sum.steps += report.steps;
    for (const [kind, times] of report.faults) if (times > 0) sum.histories.set(kind, (sum.histories.get(kind) ?? 0) + 1);
    if (report.violations.length === 0) sum.passed += 1;
    else sum.failed.push(report);
  };
  await Promise.all(
    Array.from({ length: workers }, (_, part) => {
      const job: Job = { first: first + part, step: workers, last: first + count - 1, stopAfter: mutant === undefined ? 5 : 1 };
      return new Promise<void>((resolve, reject) => {
        const child = fork(new URL('./history.worker.ts', import.meta.url), [JSON.stringify(job), mutant ?? ''], { stdio: 'inherit' });
        child.on('message', (report) => take(report as Report));
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
      });
    }),
  );
  return sum;
}

const count = Number(values.seeds);
const workers = values.workers === undefined ? Math.min(2, availableParallelism()) : Number(values.workers);
const began = performance.now();
const sum = await runSeeds(Number(values.from), count, workers, values.mutant);
const seconds = (performance.now() - began) / 1000;
for (const kind of faultKinds) {
  const share = ((sum.histories.get(kind) ?? 0) / (sum.passed + sum.failed.length)) * 100;
  console.log(`${kind.padEnd(22)} in ${share.toFixed(1).padStart(5)} % of the histories`);
}
for (const report of sum.failed) {
  console.log(`seed ${report.seed} failed:`);
  for (const violation of report.violations.slice(0, 5)) console.log(`  ${violation}`);
}
const run = sum.passed + sum.failed.length;
console.log(
  `${run} histories, ${(sum.ops / run).toFixed(0)} ops each on average, ${(sum.steps / run).toFixed(0)} steps, ${seconds.toFixed(1)} s`,
);
console.log(`${sum.passed} passed, ${sum.failed.length} failed`);
process.exitCode = sum.failed.length > 0 ? 1 : 0;
