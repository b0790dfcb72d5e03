import { Worker } from 'node:worker_threads';
import type { SeatArrangementTask, OccupiedSeat } from './seat-arrangement.ts';

/** Arranges seats in a worker thread of its own. Rejects and stops the worker when `signal` aborts. */
export const arrangeSeatsInThread = (task: SeatArrangementTask, signal: AbortSignal): Promise<OccupiedSeat[]> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./seat-arrangement.worker.ts', import.meta.url), { workerData: task });
    const giveUp = (): void => {
      void worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    worker.once('message', (seats: OccupiedSeat[]) => {
      signal.removeEventListener('abort', giveUp);
      resolve(seats);
    });
    worker.once('error', reject);
  });
