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
  /** The stream's secret, encrypted for this server, as the client sent it; only if the server does not know the stream. */
  readonly wrapped: string | undefined;
}

/** A row of the quarantine table. */
export interface QuarantineRow {
  readonly digest: string;
  readonly epoch: number;
  readonly streamId: string;
  readonly reason: QuarantinedBatch['reason'];
  readonly fromSeq: number;
  readonly opCount: number;
  readonly receivedMs: number;
  readonly raw: string;
}

/** Quarantine: durable storage for batches that fit no stream (SY7). Each batch is stored once, within limits per attempt. */
export class QuarantineStore {
  readonly #insert: Statement;
  readonly #known: Statement<[string], number>;
  readonly #used: Statement<[string, string], { rows: number; bytes: number }>;
  readonly #upTo: Statement<[string, string, number], { fromSeq: number; raw: string }>;
  readonly #list: Statement<[string], QuarantinedBatch>;
  readonly #counts: Statement<[string], [string, number]>;

  constructor(raw: Database) {
    this.#insert = raw.prepare(
      'INSERT INTO aside (digest, attempt_id, epoch, stream_id, reason, from_seq, op_count, received_ms, raw) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#known = raw.prepare<[string], number>('SELECT 1 FROM aside WHERE digest = ?').pluck();
    this.#used = raw.prepare(
      'SELECT count(*) AS rows, coalesce(sum(length(raw)), 0) AS bytes FROM aside WHERE attempt_id = ? AND reason = ?',
    );
    this.#upTo = raw.prepare(
      `SELECT from_seq AS fromSeq, raw FROM aside
       WHERE attempt_id = ? AND stream_id = ? AND reason = 'fork' AND ? BETWEEN from_seq AND from_seq + op_count - 1 ORDER BY aside_id`,
    );
    this.#list = raw.prepare(
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
   * Returns the row for a batch. 'known': it is stored already. 'full': it must stay on its device. `short`: the disk has little free space.
   * `drafted`: rows of the attempt that are about to be stored.
   */
  check(input: QuarantineInput, short: boolean, drafted: readonly QuarantineRow[] = []): QuarantineRow | 'known' | 'full' {
    const { attemptId, epoch, streamId, reason, fromSeq, prevHash, ops, wrapped, receivedMs } = input;
    const raw = JSON.stringify({ prevHash, wrapped, ops });
    const digest = hash('sha256', `${streamId}\n${fromSeq}\n${raw}`, 'base64url');
    if (this.#known.get(digest) || drafted.some((row) => row.digest === digest)) return 'known';
    if (short) return 'full';
    const used = this.#used.get(attemptId, reason) ?? { rows: 0, bytes: 0 };
    const alike = drafted.filter((row) => row.reason === reason);
    const bytes = alike.reduce((sum, row) => sum + row.raw.length, used.bytes);
    if (used.rows + alike.length >= limits[reason].rows || bytes + raw.length > limits[reason].bytes) return 'full';
    return { digest, epoch, streamId, reason, fromSeq, opCount: ops.length, receivedMs, raw };
  }

  /** Stores a quarantined batch unless it is stored already. Call it only inside a commit of the log. */
  put(attemptId: string, { digest, epoch, streamId, reason, fromSeq, opCount, receivedMs, raw }: QuarantineRow): void {
    this.#insert.run(digest, attemptId, epoch, streamId, reason, fromSeq, opCount, receivedMs, raw);
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

  list(attemptId: string): QuarantinedBatch[] {
    return this.#list.all(attemptId);
  }

  counts(attemptIds: readonly string[]): Map<string, number> {
    return new Map(this.#counts.all(JSON.stringify(attemptIds)));
  }
}
