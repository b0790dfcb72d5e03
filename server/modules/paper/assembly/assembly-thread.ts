import { Worker } from 'node:worker_threads';
import type { BankTable } from './assembly-problem.ts';
import type { AssemblyTask, TaskAnswer } from './assembly-task.ts';
import type { ThreadReply, ThreadRequest } from './assembly.worker.ts';

/** Papers being assembled, one at a time in the order asked for, on a thread of their own that starts with the first. */
export interface AssemblyThread {
  /** Undefined: too many wait already. Rejects when `signal` ends, and the work with it. */
  run(bank: { readonly key: string; readonly table: BankTable }, task: AssemblyTask, signal: AbortSignal): Promise<TaskAnswer | undefined>;
  /** Ends the thread; what runs is given up. */
  close(): Promise<void>;
}

interface Waiting {
  readonly bank: { readonly key: string; readonly table: BankTable };
  readonly task: AssemblyTask;
  readonly done: (answer: TaskAnswer) => void;
  readonly fail: (reason: unknown) => void;
}
const mostWaiting = 24;

export function assemblyThread(): AssemblyThread {
  let worker: Worker | undefined;
  let heldKey: string | undefined;
  let running: (Waiting & { readonly number: number }) | undefined;
  let lastNumber = 0;
  const queue: Waiting[] = [];

  const start = (): Worker => {
    const thread = new Worker(new URL('./assembly.worker.ts', import.meta.url));
    // The server may stop while the thread idles.
    thread.unref();
    thread.on('message', (reply: ThreadReply) => {
      if (reply.number !== running?.number) return;
      const { done, fail } = running;
      running = undefined;
      if ('answer' in reply) done(reply.answer);
      else fail(new Error(reply.fault));
      next();
    });
    const lost = (reason: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      running?.fail(reason);
      running = undefined;
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
    running = { ...waiting, number: (lastNumber += 1) };
    const { bank, task } = waiting;
    const request: ThreadRequest = { number: lastNumber, bankKey: bank.key, bank: heldKey === bank.key ? undefined : bank.table, task };
    heldKey = bank.key;
    worker.postMessage(request);
  };
  /** The solver can't be interrupted from within: the thread goes, and the next one begins anew. */
  const drop = (): void => {
    const thread = worker;
    worker = undefined;
    running = undefined;
    void thread?.terminate();
    next();
  };

  return {
    run(bank, task, signal) {
      if (queue.length >= mostWaiting) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        const settle = (): void => signal.removeEventListener('abort', stop);
        const waiting: Waiting = {
          bank,
          task,
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
      running?.fail(new Error('the server stops'));
      running = undefined;
      await thread?.terminate();
    },
  };
}
