import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import type { QuarantinedBatch } from './log-port.ts';

/**
 * Limits of quarantined data per attempt, across all epochs. Forks by the stream's owner are proven by their hashes and get more space than
 * batches that any client could send.
 */
const limits = {
  fork: { rows: 2_000, bytes: 64 * 1024 * 1024 },
  chain: { rows: 100, bytes: 4 * 1024 * 1024 },
  secret: { rows: 100, bytes: 4 * 1024 * 1024 },
} as const;

export interface QuarantineInput extends Omit<QuarantinedBatch, 'opCount'> {
  readonly epoch: number;
  readonly prevHash: string;
  readonly ops: readonly WireOp[];
  /** Wrapped secret as it was sent, if the stream is unknown. */
  readonly wrapped: string | undefined;
}

/** Quarantine: durable storage for batches that fit no stream (SY7). Each batch is stored once, within limits per attempt. */
export class QuarantineStore {
  readonly #insert: Statement;
  readonly #known: Statement<[string], number>;
  readonly #used: Statement<[string, string], { rows: number; bytes: number }>;
  readonly #upTo: Statement<[string, string, number], { fromSeq: number; raw: string }>;
  readonly #of: Statement<[string], QuarantinedBatch>;
  readonly #counts: Statement<[string], [string, number]>;

  constructor(raw: Database) {
    this.#insert = raw.prepare(
      'INSERT INTO aside (digest, attempt_id, epoch, stream_id, reason, from_seq, op_count, received_ms, raw) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#known = raw.prepare<[string], number>('SELECT 1 FROM aside WHERE digest = ?').pluck();
    this.#used = raw.prepare(
      'SELECT count(*) AS rows, coalesce(sum(length(raw)), 0) AS bytes FROM aside WHERE attempt_id = ? AND reason = ?',
    );
    this.#upTo = raw.prepare(
      `SELECT from_seq AS fromSeq, raw FROM aside
       WHERE attempt_id = ? AND stream_id = ? AND reason = 'fork' AND ? BETWEEN from_seq AND from_seq + op_count - 1 ORDER BY aside_id`,
    );
    this.#of = raw.prepare(
      `SELECT attempt_id AS attemptId, stream_id AS streamId, reason, from_seq AS fromSeq, op_count AS opCount, received_ms AS receivedMs
       FROM aside WHERE attempt_id = ? ORDER BY aside_id`,
    );
    this.#counts = raw
      .prepare<[string], [string, number]>(
        'SELECT attempt_id, count(*) FROM aside WHERE attempt_id IN (SELECT value FROM json_each(?)) GROUP BY attempt_id',
      )
      .raw();
  }

  /**
   * Quarantines a batch. Call it only inside the log's commit. `full`: not stored, so the device must keep it. `short`: true if the disk has
   * little free space.
   */
  keep(input: QuarantineInput, short: boolean): 'kept' | 'known' | 'full' {
    const { attemptId, epoch, streamId, reason, fromSeq, prevHash, ops, wrapped, receivedMs } = input;
    const raw = JSON.stringify({ prevHash, wrapped, ops });
    const digest = hash('sha256', `${streamId}\n${fromSeq}\n${raw}`, 'base64url');
    if (this.#known.get(digest)) return 'known';
    if (short) return 'full';
    const used = this.#used.get(attemptId, reason);
    if (used && (used.rows >= limits[reason].rows || used.bytes + raw.length > limits[reason].bytes)) return 'full';
    this.#insert.run(digest, attemptId, epoch, streamId, reason, fromSeq, ops.length, receivedMs, raw);
    return 'kept';
  }

  /** Returns the quarantined forks of this stream that contain an op with this seq. */
  forksAt(
    { attemptId, streamId }: { readonly attemptId: string; readonly streamId: string },
    seq: number,
  ): { fromSeq: number; prevHash: string; ops: WireOp[] }[] {
    return this.#upTo
      .all(attemptId, streamId, seq)
      .map(({ fromSeq, raw }) => ({ ...(JSON.parse(raw) as { prevHash: string; ops: WireOp[] }), fromSeq }));
  }

  of(attemptId: string): QuarantinedBatch[] {
    return this.#of.all(attemptId);
  }

  counts(attemptIds: readonly string[]): Map<string, number> {
    return new Map(this.#counts.all(JSON.stringify(attemptIds)));
  }
}
