import { Worker } from 'node:worker_threads';
import { createThreadQueue } from '../../../../threads/thread-queue.ts';
import { watchThreadTime } from '../../../../threads/thread-time.ts';
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
/** Result of a task. `tookMs`: computing time that the thread used for it. */
export type AssemblyThreadResult = AssemblyTaskResult & { readonly tookMs: number };

/** Computing time (ms) for one assembly, all rounds included. */
export const assemblyLimitMs = 4000;
/** The thread ends its search this long before it would be terminated. It needs the time to deal the questions out to the papers. */
const spareMs = 500;
/** Time for a new thread to load the solver on the slowest machine. */
const startLimitMs = 20_000;
/** Maximum number of waiting tasks. On an idle machine, even the last one waits less than the time limit of a request. */
const mostWaiting = 12;

/** Creates the assembly thread; the worker starts with the first task. */
export function createAssemblyThread(): AssemblyThread {
  const queue = createThreadQueue({
    maxRunning: 1,
    maxWaiting: mostWaiting,
    maxWaitingPerUser: mostWaiting,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
  });
  let worker: Worker | undefined;
  let heldKey: string | undefined;
  let closing = new AbortController();

  const start = (): Worker => {
    const thread = new Worker(new URL('./assembly.worker.ts', import.meta.url));
    // An idle thread must not keep the server from exiting, and its error must not end the server.
    thread.unref();
    const forget = (): void => {
      if (worker === thread) worker = undefined;
    };
    thread.on('error', forget).on('exit', forget);
    heldKey = undefined;
    return thread;
  };
  /** Terminates the thread, because the solver cannot be interrupted from within. The next task starts a new one. */
  const drop = async (): Promise<void> => {
    const thread = worker;
    worker = undefined;
    await thread?.terminate();
  };

  const assemble = (bank: CachedBank, task: AssemblyThreadTask, signal: AbortSignal, limitMs: number): Promise<AssemblyThreadResult> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const thread = (worker ??= start());
      let soFar: AssemblyTaskResult = { kind: 'late' };
      let endWatch: (() => void) | undefined;
      const end = (settle: () => void): void => {
        clearTimeout(loading);
        endWatch?.();
        signal.removeEventListener('abort', stop);
        thread.off('message', hear).off('error', fail).off('exit', fail);
        settle();
      };
      const cutOff = (): void => {
        void drop();
        end(() => resolve({ ...soFar, tookMs: limitMs }));
      };
      const stop = (): void => {
        void drop();
        end(() => reject(signal.reason as Error));
      };
      const fail = (reason: unknown): void =>
        end(() => reject(reason instanceof Error ? reason : new Error(`the assembly thread ended with ${String(reason)}`)));
      const hear = (reply: AssemblyThreadReply): void => {
        if ('begunMs' in reply) {
          clearTimeout(loading);
          const limits = { seconds: limitMs / 1000, wallSeconds: (limitMs * maxTimeStretch) / 1000, usedBeforeMs: reply.begunMs };
          endWatch = watchThreadTime(thread, limits, cutOff);
        } else if ('soFar' in reply) soFar = reply.soFar;
        else if ('answer' in reply) end(() => resolve({ ...reply.answer, tookMs: reply.tookMs }));
        else end(() => reject(new Error(reply.fault)));
      };
      const loading = setTimeout(cutOff, startLimitMs);
      signal.addEventListener('abort', stop, { once: true });
      thread.on('message', hear).on('error', fail).on('exit', fail);
      const isHeld = heldKey === bank.key;
      heldKey = bank.key;
      const timeMs = Math.max(limitMs / 2, limitMs - spareMs);
      const request: AssemblyThreadRequest = { bankKey: bank.key, bank: isHeld ? undefined : bank.table, task, timeMs };
      thread.postMessage(request);
    });

  return {
    run(bank, task, asked, limitMs = assemblyLimitMs) {
      const signal = AbortSignal.any([asked, closing.signal]);
      return queue.run(() => assemble(bank, task, signal, limitMs), { userId: 0, signal });
    },
    close() {
      closing.abort(new Error('the server stops'));
      closing = new AbortController();
      return drop();
    },
  };
}
