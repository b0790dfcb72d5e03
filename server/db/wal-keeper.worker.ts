import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { keptFrames, type WalKeeperTask } from './wal-keeper.ts';

type CheckpointMode = 'NOOP' | 'PASSIVE';
interface CheckpointRow {
  readonly busy: number;
  /** Frames in the write-ahead file, and how many of them stand in the database by now. */
  readonly log: number;
  readonly checkpointed: number;
}

const { paths, everyMs } = workerData as WalKeeperTask;
const files = paths.map((path) => {
  const raw = new Sqlite(path, { fileMustExist: true });
  // This connection writes nothing of its own. It waits for nobody: the next round comes soon.
  raw.pragma('busy_timeout = 200');
  return raw;
});
const ending = new AbortController();
parentPort?.once('message', () => ending.abort());

const checkpoint = (raw: Sqlite.Database, mode: CheckpointMode): CheckpointRow =>
  (raw.pragma(`wal_checkpoint(${mode})`) as [CheckpointRow])[0];

while (!ending.signal.aborted) {
  for (const raw of files) {
    try {
      const { log, checkpointed } = checkpoint(raw, 'NOOP');
      // Never more than PASSIVE: every other kind holds the writers while it waits for the disk.
      if (log - checkpointed >= keptFrames.copyAt) checkpoint(raw, 'PASSIVE');
    } catch (error) {
      // A backup or a writer is at it: the next round comes soon.
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    }
  }
  await wait(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
}
for (const raw of files) raw.close();
