import { parentPort } from 'node:worker_threads';
import type { Assembly } from '../../../../sync/contract/assembly.ts';
import { type BankTable } from './assembly-problem.ts';
import { type AssemblyTask, mostStretch, runTask, type TaskAnswer } from './assembly-task.ts';
import { highsProgram } from './highs-program.ts';

/** The thread that solves: an integer program may take seconds, and the server must go on answering. */
export interface ThreadRequest {
  readonly number: number;
  readonly bankKey: string;
  /** Not sent again when the thread has it. */
  readonly bank: BankTable | undefined;
  readonly task: AssemblyTask;
  /** For the whole of it. */
  readonly timeMs: number;
}
export type ThreadReply = { readonly number: number } &
  /** What the thread had worked before it. */
  (
    | { readonly begunMs: number }
    | { readonly answer: TaskAnswer; readonly tookMs: number }
    /** The best so far; an answer follows, unless the thread is ended first. */
    | { readonly soFar: TaskAnswer }
    | { readonly fault: string }
  );

/** What this thread has worked, whatever else the machine had to do meanwhile. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const solving = highsProgram();
let held: { key: string; bank: BankTable } | undefined;

parentPort?.on('message', (request: ThreadRequest) => void answer(request));

async function answer({ number, bankKey, bank, task, timeMs }: ThreadRequest): Promise<void> {
  try {
    if (bank) held = { key: bankKey, bank };
    if (held?.key !== bankKey) throw new Error('the thread was not given the bank');
    const tell = (assembly: Assembly): void =>
      parentPort?.postMessage({ number, soFar: { kind: 'assembly', assembly } } satisfies ThreadReply);
    const solve = await solving;
    const begunMs = workedMs();
    const begunAt = performance.now();
    parentPort?.postMessage({ number, begunMs } satisfies ThreadReply);
    // The solver looks at the wall's clock: on a busy machine its time is as much longer as the work so far was.
    const stretch = (): number => Math.min(mostStretch, Math.max(1, (performance.now() - begunAt) / Math.max(1, workedMs() - begunMs)));
    const stretched: typeof solve = (program, limits) => solve(program, { ...limits, timeMs: limits.timeMs * stretch() });
    const found = runTask(held.bank, task, { solve: stretched, timeMs, now: workedMs, tell });
    parentPort?.postMessage({ number, answer: found, tookMs: workedMs() - begunMs } satisfies ThreadReply);
  } catch (error) {
    parentPort?.postMessage({
      number,
      fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies ThreadReply);
  }
}
