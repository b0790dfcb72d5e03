import { parentPort } from 'node:worker_threads';
import type { Assembly } from '../../../../../sync/contract/papers/assembly.ts';
import { type BankTable } from './assembly-problem.ts';
import { type AssemblyThreadTask, maxTimeStretch, runAssemblyTask, type AssemblyTaskResult } from './assembly-task.ts';
import { loadHighsSolver } from './highs-program.ts';

/** Task for the solver. The solver runs in a worker thread, because an integer program may take seconds and the server must keep answering. */
export interface AssemblyThreadRequest {
  readonly bankKey: string;
  /** Undefined if the thread already has this bank. */
  readonly bank: BankTable | undefined;
  readonly task: AssemblyThreadTask;
  /** Computing time (ms) for the whole task. */
  readonly timeMs: number;
}
export type AssemblyThreadReply =
  /** Sent when a task begins: computing time (ms) that the thread has used for earlier tasks and for loading. */
  | { readonly begunMs: number }
  | { readonly answer: AssemblyTaskResult; readonly tookMs: number }
  /** The best result so far. The final result follows, unless the thread is terminated first. */
  | { readonly soFar: AssemblyTaskResult }
  | { readonly fault: string };

const reply = (message: AssemblyThreadReply): void => parentPort?.postMessage(message);

/** Returns the processor time (ms) of this thread, independent of other load on the machine. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const solving = loadHighsSolver();
let cachedBank: { key: string; bank: BankTable } | undefined;

parentPort?.on('message', (request: AssemblyThreadRequest) => void answerRequest(request));

async function answerRequest({ bankKey, bank, task, timeMs }: AssemblyThreadRequest): Promise<void> {
  try {
    if (bank) cachedBank = { key: bankKey, bank };
    if (cachedBank?.key !== bankKey) throw new Error('the assembly thread has not received the question bank');
    const tell = (assembly: Assembly): void => reply({ soFar: { kind: 'assembly', assembly } });
    const solve = await solving;
    const begunMs = readCpuMs();
    const begunAt = performance.now();
    reply({ begunMs });
    // The solver measures wall time. On a busy machine its limit is extended by the ratio of wall time to computing time so far.
    const computeStretch = (): number =>
      Math.min(maxTimeStretch, Math.max(1, (performance.now() - begunAt) / Math.max(1, readCpuMs() - begunMs)));
    const solveStretched: typeof solve = (program, limits) => solve(program, { ...limits, timeMs: limits.timeMs * computeStretch() });
    const found = runAssemblyTask(cachedBank.bank, task, { solve: solveStretched, timeMs, now: readCpuMs, onProgress: tell });
    reply({ answer: found, tookMs: readCpuMs() - begunMs });
  } catch (error) {
    reply({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
