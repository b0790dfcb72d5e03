import type { Database } from 'better-sqlite3';
import type { StreamHeader } from './log-port.ts';
import type { LogStore } from './log-store.ts';
import type { PlacedLogRow, SharedLog } from './shared-log.ts';

const batchesAtOnce = 500;

interface AsideRow {
  readonly digest: string;
  readonly attemptId: string;
  readonly epoch: number;
  readonly streamId: string;
  readonly reason: 'fork' | 'chain' | 'secret';
  readonly fromSeq: number;
  readonly opCount: number;
  readonly receivedMs: number;
  readonly raw: string;
}

/**
 * Moves a server's own log into an empty shared log. Batches keep their positions, so that projections stay valid; quarantine and chunks
 * follow. `raw`: the handle of `log`. Returns the position of the last row.
 */
export async function adoptLog(raw: Database, log: LogStore, shared: SharedLog): Promise<number> {
  let end = 0;
  const counted = function* (): Iterable<PlacedLogRow> {
    for (const row of rowsOf(raw, log)) {
      end = row.pos;
      yield row;
    }
  };
  await shared.adopt(log.serverEpoch, counted());
  return end;
}

function* rowsOf(raw: Database, log: LogStore): Iterable<PlacedLogRow> {
  const told = new Set<string>();
  let pos = 0;
  for (let batches = log.after(0, batchesAtOnce); batches.length > 0; batches = log.after(pos, batchesAtOnce))
    for (const { streamId, fromSeq, headHash, ops, known, receivedMs, earlyUntilMs, pos: at } of batches) {
      pos = at;
      const stream = log.stream(streamId) as StreamHeader;
      const header = told.has(streamId) ? {} : { header: stream };
      told.add(streamId);
      const batch = { kind: 'batch', attemptId: stream.attemptId, streamId, fromSeq, headHash, raw: JSON.stringify(ops) } as const;
      yield { ...batch, ...header, ...(known && { known }), earlyUntilMs, pos, receivedMs };
    }
  const asides = raw.prepare<[], AsideRow>(
    `SELECT digest, attempt_id AS attemptId, epoch, stream_id AS streamId, reason, from_seq AS fromSeq, op_count AS opCount,
     received_ms AS receivedMs, raw FROM aside ORDER BY aside_id`,
  );
  for (const row of asides.iterate()) yield { kind: 'aside', ...row, pos: (pos += 1) };
  const pieces = raw.prepare<[], { attemptId: string; hash: string; sealed: Buffer; receivedMs: number }>(
    'SELECT attempt_id AS attemptId, hash, sealed, received_ms AS receivedMs FROM piece',
  );
  for (const row of pieces.iterate()) yield { kind: 'piece', ...row, pos: (pos += 1) };
}
