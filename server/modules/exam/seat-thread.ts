import { Worker } from 'node:worker_threads';
import type { ArrangeTask, TakenSeat } from './seat-arrangement.ts';

/** Seats people on a thread of its own, which ends with it; given up when `signal` ends. */
export const arrangeApart = (task: ArrangeTask, signal: AbortSignal): Promise<TakenSeat[]> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./seat-arrangement.worker.ts', import.meta.url), { workerData: task });
    const giveUp = (): void => {
      void worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    worker.once('message', (seats: TakenSeat[]) => {
      signal.removeEventListener('abort', giveUp);
      resolve(seats);
    });
    worker.once('error', reject);
  });
