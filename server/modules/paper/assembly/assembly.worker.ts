import { parentPort } from 'node:worker_threads';
import type { Assembly } from '../../../../sync/contract/assembly.ts';
import { type BankTable } from './assembly-problem.ts';
import { type AssemblyTask, runTask, type TaskAnswer } from './assembly-task.ts';
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
export type ThreadReply = { readonly number: number } & (
  | { readonly begun: true }
  | { readonly answer: TaskAnswer }
  /** The best so far; an answer follows, unless the thread is ended first. */
  | { readonly soFar: TaskAnswer }
  | { readonly fault: string }
);

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
    parentPort?.postMessage({ number, begun: true } satisfies ThreadReply);
    const tools = { solve, timeMs, now: () => performance.now(), tell };
    parentPort?.postMessage({ number, answer: runTask(held.bank, task, tools) } satisfies ThreadReply);
  } catch (error) {
    parentPort?.postMessage({
      number,
      fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies ThreadReply);
  }
}
