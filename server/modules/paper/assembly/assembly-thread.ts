import { Worker } from 'node:worker_threads';
import { type AssemblyTask, mostStretch, type TaskAnswer } from './assembly-task.ts';
import type { ThreadReply, ThreadRequest } from './assembly.worker.ts';
import type { CachedBank } from './bank-cache.ts';

/** Papers being assembled, one at a time in the order asked for, on a thread of their own that starts with the first. */
export interface AssemblyThread {
  /**
   * Undefined: too many wait already. Rejects when `signal` ends, and the work with it. `limitMs` counts from the start of the work, not from
   * the wait for it or for a new thread, and is what the thread works: a busy machine, or a slow one, is no reason to say that no paper was found. It is
   * kept: then the thread is ended, and the answer is the best it had told until then, or that it's late.
   */
  run(bank: CachedBank, task: AssemblyTask, signal: AbortSignal, limitMs?: number): Promise<ThreadAnswer | undefined>;
  /** Ends the thread; what runs is given up. */
  close(): Promise<void>;
}
/** With what the thread worked for it. */
export type ThreadAnswer = TaskAnswer & { readonly tookMs: number };

/** For one paper, everything in it. */
export const assemblyLimitMs = 4000;
/** The thread stops by itself so much before it is stopped: time to deal the questions, and to look for a relaxation less. */
const spareMs = 500;
/** For a new thread to load the solver, on the slowest machine. */
const startLimitMs = 20_000;

interface Waiting {
  readonly bank: CachedBank;
  readonly task: AssemblyTask;
  readonly limitMs: number;
  readonly done: (answer: ThreadAnswer) => void;
  readonly fail: (reason: unknown) => void;
}
/** At the longest, on a machine with nothing else to do, whoever comes last waits less than a request may take. */
const mostWaiting = 12;

const leastLookMs = 50;
/** Node has it since 24.6, its types don't. */
interface CpuCounted {
  cpuUsage(): Promise<NodeJS.CpuUsage>;
}

export function assemblyThread(): AssemblyThread {
  let worker: Worker | undefined;
  let heldKey: string | undefined;
  let running:
    | (Waiting & { readonly number: number; begunMs: number; startMs: number; soFar: TaskAnswer; timer: NodeJS.Timeout })
    | undefined;
  let lastNumber = 0;
  const queue: Waiting[] = [];

  const start = (): Worker => {
    const thread = new Worker(new URL('./assembly.worker.ts', import.meta.url));
    // The server may stop while the thread idles.
    thread.unref();
    thread.on('message', (reply: ThreadReply) => {
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
    const request: ThreadRequest = {
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
  /** Has it worked its time, or only waited for its turn? */
  const look = async (thread: Worker & Partial<CpuCounted>): Promise<void> => {
    const task = running;
    const used = await thread.cpuUsage?.().catch(() => undefined);
    if (!task || running?.number !== task.number) return;
    const leftMs = used === undefined ? 0 : task.limitMs - ((used.user + used.system) / 1000 - task.begunMs);
    if (leftMs <= 0 || performance.now() - task.startMs >= task.limitMs * mostStretch) cutOff();
    else task.timer = setTimeout(() => void look(thread), Math.max(leastLookMs, leftMs));
  };
  const cutOff = (): void => {
    if (!running) return;
    const { done, soFar, limitMs } = running;
    drop();
    done({ ...soFar, tookMs: limitMs });
  };
  /** The solver can't be interrupted from within: the thread goes, and the next one begins anew. */
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
