import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Logger } from '../../ports.ts';

export interface WalCheckpointTask {
  readonly paths: readonly string[];
  readonly everyMs: number;
}

/** Lengths of a write-ahead log, in pages of 4 KiB, at which the thread copies pages and at which a writer does. */
export const walThresholds = { copyAt: 1_000, byTheWriterAt: 16_000 } as const;

/**
 * Copies committed pages from the write-ahead logs to the databases. Runs in a worker thread, because a checkpoint waits for the disk and
 * would block the main thread. Commits are durable without it.
 * If writers never pause, a log grows to 64 MB; then a writer copies the rest and the log restarts. If the thread dies, the writers do all the
 * copying.
 */
export function keepWalShort(files: Readonly<Record<string, Database>>, logger: Pick<Logger, 'error'>): { stop(): Promise<void> } {
  for (const raw of Object.values(files)) raw.pragma(`wal_autocheckpoint = ${walThresholds.byTheWriterAt}`);
  const task: WalCheckpointTask = { paths: Object.keys(files), everyMs: 1_000 };
  const worker = new Worker(new URL('./wal-keeper.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const workerExit = once(worker, 'exit');
  worker.on('error', (error) =>
    logger.error({ err: error }, 'the thread that shortens the write-ahead logs ended; writers shorten them now'),
  );
  // Do not let the thread keep an otherwise finished process alive.
  worker.unref();
  return {
    async stop() {
      worker.ref();
      worker.postMessage('stop');
      await workerExit.catch(() => undefined);
    },
  };
}
