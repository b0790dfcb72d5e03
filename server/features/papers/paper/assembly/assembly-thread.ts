import { Worker } from 'node:worker_threads';
import { type AssemblyThreadTask, maxTimeStretch, type AssemblyTaskResult } from './assembly-task.ts';
import type { AssemblyThreadReply, AssemblyThreadRequest } from './assembly.worker.ts';
import type { CachedBank } from './bank-cache.ts';

/** Assembles papers one at a time, in the order of the calls, in a worker thread that starts with the first call. */
export interface AssemblyThread {
  /**
   * Runs a task. Resolves with undefined if too many tasks wait already; rejects when `signal` aborts, and stops the work.
   * `limitMs`: computing time of the thread. It excludes waiting, loading a new thread, and time in which a busy machine gives the thread no
   * processor. When it is used up, the thread is terminated, and the result is the best one reported so far, or `late`.
   */
  run(bank: CachedBank, task: AssemblyThreadTask, signal: AbortSignal, limitMs?: number): Promise<AssemblyThreadResult | undefined>;
  /** Terminates the thread and rejects running and waiting tasks. */
  close(): Promise<void>;
}
/** Answer with the computing time (ms) that the thread used. */
export type AssemblyThreadResult = AssemblyTaskResult & { readonly tookMs: number };

/** Computing time (ms) for one assembly, all rounds included. */
export const assemblyLimitMs = 4000;
/** The thread stops itself this much before it would be terminated: time to deal the questions, and less time to look for a relaxation. */
const spareMs = 500;
/** Time for a new thread to load the solver on the slowest machine. */
const startLimitMs = 20_000;

interface Waiting {
  readonly bank: CachedBank;
  readonly task: AssemblyThreadTask;
  readonly limitMs: number;
  readonly done: (answer: AssemblyThreadResult) => void;
  readonly fail: (reason: unknown) => void;
}
/** Most waiting tasks. On an idle machine the last one then still waits less than a request may take. */
const mostWaiting = 12;

const leastLookMs = 50;
/** Node has this method since 24.6; its type declarations do not. */
interface CpuCounted {
  cpuUsage(): Promise<NodeJS.CpuUsage>;
}

/** Creates the assembly thread; the worker starts with the first task. */
export function createAssemblyThread(): AssemblyThread {
  let worker: Worker | undefined;
  let heldKey: string | undefined;
  let running:
    | (Waiting & { readonly number: number; begunMs: number; startMs: number; soFar: AssemblyTaskResult; timer: NodeJS.Timeout })
    | undefined;
  let lastNumber = 0;
  const queue: Waiting[] = [];

  const start = (): Worker => {
    const thread = new Worker(new URL('./assembly.worker.ts', import.meta.url));
    // An idle thread must not keep the server from exiting.
    thread.unref();
    thread.on('message', (reply: AssemblyThreadReply) => {
      if (reply.number !== running?.number) return;
      if ('begunMs' in reply) {
        clearTimeout(running.timer);
        running.begunMs = reply.begunMs;
        running.startMs = performance.now();
        running.timer = setTimeout(() => void look(thread), running.limitMs);
        return;
      }
      if ('soFar' in reply) {
        running.soFar = reply.soFar;
        return;
      }
      const { done, fail } = stopped(running);
      if ('answer' in reply) done({ ...reply.answer, tookMs: reply.tookMs });
      else fail(new Error(reply.fault));
      next();
    });
    const lost = (reason: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      if (running) stopped(running).fail(reason);
      next();
    };
    thread.on('error', lost);
    thread.on('exit', (code) => lost(new Error(`the assembly thread ended with ${code}`)));
    heldKey = undefined;
    return thread;
  };
  const next = (): void => {
    const waiting = running ? undefined : queue.shift();
    if (!waiting) return;
    worker ??= start();
    const { bank, task, limitMs } = waiting;
    const timer = setTimeout(cutOff, startLimitMs);
    running = { ...waiting, number: (lastNumber += 1), begunMs: 0, startMs: performance.now(), soFar: { kind: 'late' }, timer };
    const request: AssemblyThreadRequest = {
      number: lastNumber,
      bankKey: bank.key,
      bank: heldKey === bank.key ? undefined : bank.table,
      task,
      timeMs: Math.max(limitMs / 2, limitMs - spareMs),
    };
    heldKey = bank.key;
    worker.postMessage(request);
  };
  const stopped = (task: NonNullable<typeof running>): NonNullable<typeof running> => {
    clearTimeout(task.timer);
    running = undefined;
    return task;
  };
  /** Reads the thread's processor time: terminates the task if it used its limit, else looks again later. */
  const look = async (thread: Worker & Partial<CpuCounted>): Promise<void> => {
    const task = running;
    const used = await thread.cpuUsage?.().catch(() => undefined);
    if (!task || running?.number !== task.number) return;
    const leftMs = used === undefined ? 0 : task.limitMs - ((used.user + used.system) / 1000 - task.begunMs);
    if (leftMs <= 0 || performance.now() - task.startMs >= task.limitMs * maxTimeStretch) cutOff();
    else task.timer = setTimeout(() => void look(thread), Math.max(leastLookMs, leftMs));
  };
  const cutOff = (): void => {
    if (!running) return;
    const { done, soFar, limitMs } = running;
    drop();
    done({ ...soFar, tookMs: limitMs });
  };
  /** The solver cannot be interrupted from within, so the thread is terminated; the next task starts a new one. */
  const drop = (): void => {
    const thread = worker;
    worker = undefined;
    if (running) stopped(running);
    void thread?.terminate();
    next();
  };

  return {
    run(bank, task, signal, limitMs = assemblyLimitMs) {
      if (queue.length >= mostWaiting) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        const settle = (): void => signal.removeEventListener('abort', stop);
        const waiting: Waiting = {
          bank,
          task,
          limitMs,
          done: (answer) => (settle(), resolve(answer)),
          fail: (reason) => (settle(), reject(reason instanceof Error ? reason : new Error(String(reason)))),
        };
        const stop = (): void => {
          const at = queue.indexOf(waiting);
          if (at >= 0) queue.splice(at, 1);
          else if (running?.done === waiting.done) drop();
          waiting.fail(new Error('given up'));
        };
        if (signal.aborted) {
          reject(new Error('given up'));
          return;
        }
        signal.addEventListener('abort', stop, { once: true });
        queue.push(waiting);
        next();
      });
    },
    async close() {
      const thread = worker;
      worker = undefined;
      for (const waiting of queue.splice(0)) waiting.fail(new Error('the server stops'));
      if (running) stopped(running).fail(new Error('the server stops'));
      await thread?.terminate();
    },
  };
}
