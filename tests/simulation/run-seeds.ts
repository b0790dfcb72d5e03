import { fork } from 'node:child_process';
import type { FaultKind } from './fault-kinds.ts';
import type { HistoryJob, HistoryReport } from './history.worker.ts';

export interface SeedSummary {
  passed: number;
  readonly failed: HistoryReport[];
  ops: number;
  steps: number;
  readonly histories: Map<FaultKind, number>;
  /** Digest of the end state of each run, by seed. */
  readonly endStates: Map<number, string>;
}

/**
 * Simulates all seeds in several processes and adds up their reports. The result of a seed does not depend on its process. Stops early
 * after `job.stopAfter` failures.
 */
export async function runSeeds(seeds: readonly number[], workers: number, job: Omit<HistoryJob, 'seeds'>): Promise<SeedSummary> {
  const sum: SeedSummary = { passed: 0, failed: [], ops: 0, steps: 0, histories: new Map(), endStates: new Map() };
  const take = (report: HistoryReport): void => {
    sum.ops += report.ops;
    sum.steps += report.steps;
    sum.endStates.set(report.seed, report.endState);
    for (const [kind, times] of report.faults) if (times > 0) sum.histories.set(kind, (sum.histories.get(kind) ?? 0) + 1);
    if (report.violations.length === 0) sum.passed += 1;
    else sum.failed.push(report);
  };
  const parts = Array.from({ length: workers }, (_, part) => seeds.filter((_seed, at) => at % workers === part));
  await Promise.all(
    parts.map(async (part) => {
      for (let at = 0; at < part.length && sum.failed.length < job.stopAfter; at += aProcess)
        await runPart({ ...job, seeds: part.slice(at, at + aProcess) }, take);
    }),
  );
  return sum;
}

/**
 * Number of seeds that one process runs. Each leaks about 2 MB: Node keeps a combined AbortSignal as long as it has a listener, and a
 * killed page never removes its own. After a thousand seeds the leak would approach the heap limit.
 */
const aProcess = 200;

/** All objects of one run fit into a young generation of 64 MB, so a single cheap garbage collection frees them. */
const roomy = ['--max-semi-space-size=64'];

function runPart(job: HistoryJob, take: (report: HistoryReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./history.worker.ts', import.meta.url), [JSON.stringify(job)], { stdio: 'inherit', execArgv: roomy });
    child.on('message', (report) => take(report as HistoryReport));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a simulation process ended with ${code}`))));
  });
}
