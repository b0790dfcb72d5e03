import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { walThresholds, type WalCheckpointTask } from './wal-keeper.ts';

type CheckpointMode = 'NOOP' | 'PASSIVE';
interface CheckpointRow {
  readonly busy: number;
  /** Frames in the write-ahead log, and how many frames are in the database file by now. */
  readonly log: number;
  readonly checkpointed: number;
}

const { paths, everyMs } = workerData as WalCheckpointTask;
const files = paths.map((path) => {
  const raw = new Sqlite(path, { fileMustExist: true });
  // This connection writes no data. Give up early on a busy database: the next round comes soon.
  raw.pragma('busy_timeout = 200');
  return raw;
});
const controller = new AbortController();
parentPort?.once('message', () => controller.abort());

const checkpoint = (raw: Sqlite.Database, mode: CheckpointMode): CheckpointRow =>
  (raw.pragma(`wal_checkpoint(${mode})`) as [CheckpointRow])[0];

while (!controller.signal.aborted) {
  for (const raw of files) {
    try {
      const { log, checkpointed } = checkpoint(raw, 'NOOP');
      // Use only PASSIVE checkpoints: every other mode blocks the writers while it waits for the disk.
      if (log - checkpointed >= walThresholds.copyAt) checkpoint(raw, 'PASSIVE');
    } catch (error) {
      // A backup or a writer holds the database; the next round comes soon.
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    }
  }
  await wait(everyMs, undefined, { signal: controller.signal }).catch(() => undefined);
}
for (const raw of files) raw.close();
