import { join } from 'node:path';
import Database from 'better-sqlite3';

interface BatchRow {
  readonly streamId: string;
  readonly attemptId: string;
  readonly author: string;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** Counts the examinees' ops in the log by attempt. Throws if a stream contains an op twice or has a gap. */
export const countLoggedOps = (dataDir: string): Map<string, number> =>
  readLog(dataDir, (log) => {
    const rows = log
      .prepare(
        `SELECT s.stream_id AS streamId, s.attempt_id AS attemptId, s.author, b.from_seq AS fromSeq, b.to_seq AS toSeq
         FROM batch b JOIN stream s ON s.num = b.stream_num ORDER BY b.pos`,
      )
      .all() as BatchRow[];
    const next = new Map<string, number>();
    const counts = new Map<string, number>();
    for (const row of rows) {
      const expected = next.get(row.streamId) ?? 1;
      if (row.fromSeq !== expected) throw new Error(`stream ${row.streamId}: op ${row.fromSeq} comes where ${expected} must`);
      next.set(row.streamId, row.toSeq + 1);
      if (row.author === 'examinee') counts.set(row.attemptId, (counts.get(row.attemptId) ?? 0) + row.toSeq - row.fromSeq + 1);
    }
    return counts;
  });

/** Counts the streams of examinees by attempt. Each tab writes one stream, or another if its stream was retired. */
export const countStreams = (dataDir: string): Map<string, number> =>
  readLog(dataDir, (log) => {
    const sql = `SELECT attempt_id AS attemptId, count(*) AS count FROM stream WHERE author = 'examinee' GROUP BY attempt_id`;
    const rows = log.prepare(sql).all() as { attemptId: string; count: number }[];
    return new Map(rows.map(({ attemptId, count }) => [attemptId, count]));
  });

/** Counts the batches in quarantine. */
export const countQuarantined = (dataDir: string): number =>
  readLog(dataDir, (log) => (log.prepare('SELECT count(*) AS count FROM aside').get() as { count: number }).count);

function readLog<T>(dataDir: string, read: (log: Database.Database) => T): T {
  const log = new Database(join(dataDir, 'log.db'), { readonly: true });
  try {
    return read(log);
  } finally {
    log.close();
  }
}
