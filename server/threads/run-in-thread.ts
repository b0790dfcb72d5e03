import { Worker } from 'node:worker_threads';

/**
 * Runs a worker file for one task, which it finds in `workerData`, and returns its message. The thread ends by itself after the message. Rejects
 * if it fails or ends without a message; when `signal` aborts, stops the thread and rejects with the reason.
 */
export const runInThread = <T>(file: URL, task: unknown, signal?: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(file, { workerData: task });
    const stop = (): void => {
      reject(signal?.reason as Error);
      void worker.terminate();
    };
    signal?.addEventListener('abort', stop);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop);
      reject(new Error(`the thread ${file.pathname} ended without a message`));
    });
  });
