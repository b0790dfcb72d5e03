import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Logger } from '../ports.ts';

export interface WalKeeperTask {
  readonly paths: readonly string[];
  readonly everyMs: number;
}

/** In pages of 4 KiB. */
export const keptFrames = { copyAt: 1_000, byTheWriterAt: 16_000 } as const;

/**
 * Copies what was committed from the write-ahead files into the databases, in a thread of its own: it waits for the disk
 * for as long as the disk takes, and on the thread that answers everybody would wait with it. A commit is durable before and
 * without it. Where writers never pause, the file reaches 64 MB; then one of them copies the little that is left and it begins
 * anew. Should the thread be gone, the writers do it all.
 */
export function keepWal(files: Readonly<Record<string, Database>>, logger: Pick<Logger, 'error'>): { stop(): Promise<void> } {
  for (const raw of Object.values(files)) raw.pragma(`wal_autocheckpoint = ${keptFrames.byTheWriterAt}`);
  const task: WalKeeperTask = { paths: Object.keys(files), everyMs: 1_000 };
  const worker = new Worker(new URL('./wal-keeper.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const gone = once(worker, 'exit');
  worker.on('error', (error) => logger.error({ err: error }, 'the write-ahead files are not kept small any more: the writers do it'));
  // Nothing waits for it: a process that has nothing else to do may end.
  worker.unref();
  return {
    async stop() {
      worker.ref();
      worker.postMessage('stop');
      await gone.catch(() => undefined);
    },
  };
}
