import type { Database, Statement } from 'better-sqlite3';
import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import type { KnownOpCounts } from '../../../sync/engine/ops/known-ops.ts';
import type { ServerRandom } from '../../ports.ts';
import { ChunkLog } from './chunk-log.ts';
import { QuarantineStore, type QuarantineInput, type QuarantineRow } from './quarantine-store.ts';
import { readLogEnd, readReplicaEnd } from './log-database.ts';
import type { LogRow, PlacedLogRow } from './shared-log.ts';
import type { StreamWriterKind, LogStreamHead, HeadCheckpoint, LogBatch, LogReader, StreamHeader } from './log-port.ts';

/** A stream as the store caches it. During a commit, `tip` is the end including batches that are not on disk yet; `head` is the end on disk. */
export interface StoredStream {
  readonly num: number;
  readonly header: StreamHeader;
  head: LogStreamHead & { readonly pos: number };
  tip: LogStreamHead & { readonly pos: number };
}

export const emptyLogHead = { pos: 0, seq: 0, hash: '' } as const;
/** Maximum number of attempts with cached stream lists. Above this number the cache is cleared. */
const cachedAttempts = 20_000;
/** Maximum number of cached streams. Above this number, streams with a checkpointed head are dropped and looked up again when needed. */
const cachedStreams = 50_000;

type StreamRow = [
  num: number,
  id: string,
  attempt: string,
  epoch: number,
  actor: number,
  document: string,
  key: string,
  wrapped: string,
  author: StreamWriterKind,
];
type BatchRow = [
  pos: number,
  num: number,
  streamId: string,
  prev: number,
  from: number,
  to: number,
  hash: string,
  received: number,
  raw: string,
  early: number,
  known: string,
];

/**
 * Rows that the tasks of `draft` would write. `rows`: those of the current task. The maps hold those of all tasks so far: batches by provisional
 * position, quarantined batches by attempt.
 */
interface Draft {
  readonly rows: LogRow[];
  readonly batches: Map<number, BatchRow>;
  readonly quarantined: Map<string, readonly QuarantineRow[]>;
}

/** The op log in SQLite. The rows of a stream are linked by `prev_pos`, because an index over (stream, seq) would scatter every append. */
export class LogStore implements LogReader {
  readonly serverEpoch: string;
  readonly quarantineStore: QuarantineStore;
  readonly chunks: ChunkLog;
  readonly #raw: Database;
  readonly #checkpoint: HeadCheckpoint;
  readonly #streams = new Map<string, StoredStream>();
  /** Streams by attempt, cached because every poll lists them. */
  readonly #streamsOf = new Map<string, readonly StreamHeader[]>();
  /** Log position of the newest batch by stream number, for streams with a batch after the checkpoint. */
  readonly #tail = new Map<number, number>();
  #end: number;
  #through: number;
  #nextPos: number;
  #touched: StoredStream[] = [];
  #added: StoredStream[] = [];
  /** The rows that `draft` collects while it runs; otherwise undefined. */
  #drafted: Draft | undefined;
  readonly #sql: Record<
    'insertBatch' | 'insertStream' | 'streamById' | 'streamsOf' | 'batchAt' | 'after' | 'setThrough' | 'setStart' | 'starts',
    Statement
  >;

  constructor(raw: Database, checkpoint: HeadCheckpoint, chance: ServerRandom) {
    this.#raw = raw;
    this.#checkpoint = checkpoint;
    this.quarantineStore = new QuarantineStore(raw);
    this.chunks = new ChunkLog(raw);
    this.serverEpoch = readServerEpoch(raw) ?? writeServerEpoch(raw, chance);
    const streamColumns = 'num, stream_id, attempt_id, epoch, actor, document_id, key_id, wrapped, author';
    const batchColumns = 'pos, b.stream_num, s.stream_id, prev_pos, from_seq, to_seq, head_hash, received_ms, raw, early_until, known';
    const batches = 'FROM batch b JOIN stream s ON s.num = b.stream_num';
    this.#sql = {
      insertBatch: raw.prepare(
        'INSERT INTO batch (pos, stream_num, prev_pos, from_seq, to_seq, head_hash, received_ms, raw, early_until, known) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ),
      insertStream: raw.prepare(
        'INSERT INTO stream (stream_id, attempt_id, epoch, actor, document_id, key_id, wrapped, author) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ),
      streamById: raw.prepare(`SELECT ${streamColumns} FROM stream WHERE stream_id = ?`).raw(),
      streamsOf: raw.prepare(`SELECT ${streamColumns} FROM stream WHERE attempt_id = ? ORDER BY num`).raw(),
      batchAt: raw.prepare(`SELECT ${batchColumns} ${batches} WHERE pos = ?`).raw(),
      after: raw.prepare(`SELECT ${batchColumns} ${batches} WHERE pos > ? ORDER BY pos LIMIT ?`).raw(),
      setThrough: raw.prepare("INSERT INTO log_meta VALUES ('through', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"),
      setStart: raw.prepare('INSERT INTO start VALUES (?, ?) ON CONFLICT (attempt_id) DO UPDATE SET start_ms = excluded.start_ms'),
      starts: raw.prepare('SELECT attempt_id, start_ms FROM start').raw(),
    };
    this.#end = readLogEnd(raw);
    this.#nextPos = this.#end + 1;
    this.#through = readReplicaEnd(raw);
    const tail = raw.prepare<[number], [number, number]>('SELECT stream_num, pos FROM batch WHERE pos > ? ORDER BY pos').raw();
    for (const [num, pos] of tail.iterate(checkpoint.getPosition())) this.#tail.set(num, pos);
  }

  end(): number {
    return this.#end;
  }

  after(pos: number, limit: number): LogBatch[] {
    return (this.#sql.after.all(pos, limit) as BatchRow[]).map(toBatch);
  }

  stream(streamId: string): StreamHeader | undefined {
    return this.findStoredStream(streamId)?.header;
  }

  head(streamId: string): LogStreamHead | undefined {
    const head = this.findStoredStream(streamId)?.head;
    return head && { seq: head.seq, hash: head.hash };
  }

  streamsOf(attemptId: string): readonly StreamHeader[] {
    const cached = this.#streamsOf.get(attemptId);
    if (cached) return cached;
    const streams = (this.#sql.streamsOf.all(attemptId) as StreamRow[]).map(toHeader);
    // Do not cache the attempt's streams during a commit or draft: the new ones may be rolled back.
    if (this.#drafted) return [...streams, ...this.#added.flatMap(({ header }) => (header.attemptId === attemptId ? [header] : []))];
    if (this.#added.length > 0) return streams;
    if (this.#streamsOf.size >= cachedAttempts) this.#streamsOf.clear();
    this.#streamsOf.set(attemptId, streams);
    return streams;
  }

  batchWith(streamId: string, seq: number): LogBatch | undefined {
    const stream = this.findStoredStream(streamId);
    if (!stream || seq < 1 || seq > stream.tip.seq) return undefined;
    for (const row of this.#rowsBack(stream)) if (row[4] <= seq) return toBatch(row);
    return undefined;
  }

  *batchesOf(streamId: string): Iterable<LogBatch> {
    const stream = this.findStoredStream(streamId);
    if (stream) for (const row of this.#rowsBack(stream)) yield toBatch(row);
  }

  *#rowsBack(stream: StoredStream): Iterable<BatchRow> {
    for (let { pos } = stream.tip; pos > 0;) {
      const row = this.#drafted?.batches.get(pos) ?? (this.#sql.batchAt.get(pos) as BatchRow | undefined);
      if (!row) throw new Error(`the log has no batch ${pos}, but stream ${stream.header.streamId} refers to it`);
      yield row;
      pos = row[3];
    }
  }

  countQuarantined(attemptIds: readonly string[]): Map<string, number> {
    return this.quarantineStore.counts(attemptIds);
  }

  /** Returns the stream, or undefined if none of its batches was ever committed to this log file. */
  findStoredStream(streamId: string): StoredStream | undefined {
    const cached = this.#streams.get(streamId);
    if (cached) return cached;
    const row = this.#sql.streamById.get(streamId) as StreamRow | undefined;
    if (!row) return undefined;
    const pos = this.#tail.get(row[0]) ?? this.#checkpoint.headPos(row[0]) ?? 0;
    const batch = pos > 0 ? (this.#sql.batchAt.get(pos) as BatchRow | undefined) : undefined;
    const head = batch ? { pos, seq: batch[5], hash: batch[6] } : emptyLogHead;
    return this.#remember({ num: row[0], header: toHeader(row), head, tip: head });
  }

  /**
   * Runs `work` in one transaction. Heads move only when it is on disk; after a failure nothing remains. The type forces `work` to be
   * synchronous, because a transaction across turns of the event loop would include writes of other requests. Throws the error of `work`, or
   * `RollbackFailedError` if SQLite could not undo it; the log must not be used after that.
   */
  commit<T>(work: () => T extends Promise<unknown> ? never : T): T {
    this.#raw.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = work();
      this.#raw.exec('COMMIT');
    } catch (error) {
      // Reset memory before ROLLBACK, which may throw. No head in memory may be ahead of the disk.
      this.#forget();
      this.#rollBack(error);
      throw error;
    }
    for (const stream of this.#touched) {
      stream.head = stream.tip;
      this.#tail.set(stream.num, stream.head.pos);
    }
    this.#end = this.#nextPos - 1;
    this.#touched = [];
    this.#added = [];
    return result;
  }

  #forget(): void {
    for (const stream of this.#touched) stream.tip = stream.head;
    for (const stream of this.#added) this.#streams.delete(stream.header.streamId);
    this.#nextPos = this.#end + 1;
    this.#touched = [];
    this.#added = [];
  }

  /**
   * Runs tasks without storing the rows that they write, and returns the rows of each task or its error. A task sees the rows of the tasks before it.
   * Positions and times of arrival are provisional; the shared log decides them.
   */
  draft(tasks: readonly (() => void)[]): (readonly LogRow[] | Error)[] {
    const errorByTask = new Map<number, Error>();
    for (;;) {
      const shared = { batches: new Map(), quarantined: new Map() };
      let at = 0;
      try {
        const drafts: (readonly LogRow[] | Error)[] = [];
        for (const [index, task] of tasks.entries()) {
          at = index;
          this.#drafted = { rows: [], ...shared };
          if (!errorByTask.has(index)) task();
          drafts.push(errorByTask.get(index) ?? this.#drafted.rows);
        }
        return drafts;
      } catch (error) {
        // The task that failed may have drafted some of its rows. Draft the other tasks again without it.
        errorByTask.set(at, error as Error);
      } finally {
        this.#drafted = undefined;
        this.#forget();
      }
    }
  }

  /** Stores rows of the shared log, in one transaction. Returns their batches. `earlyUntilMs`: see `ExamStarts`. */
  apply(
    rows: readonly PlacedLogRow[],
    starts: { registerStart(attemptIds: readonly string[], startMs: number): void; earlyUntilMs(attemptId: string, nowMs: number): number },
  ): LogBatch[] {
    const through = rows.at(-1)?.pos ?? this.#through;
    const batches = this.commit(() => {
      const batches = rows.flatMap((row) => this.#applyOne(row, starts) ?? []);
      this.#sql.setThrough.run(String(through));
      return batches;
    });
    this.#through = through;
    return batches;
  }

  #applyOne(row: PlacedLogRow, starts: Parameters<LogStore['apply']>[1]): LogBatch | undefined {
    const { attemptId, pos, receivedMs } = row;
    switch (row.kind) {
      case 'aside':
        this.quarantineStore.put(attemptId, row);
        return undefined;
      case 'piece':
        this.chunks.put(attemptId, row.hash, row.sealed, row.receivedMs);
        return undefined;
      case 'start':
        this.#sql.setStart.run(attemptId, row.startMs);
        starts.registerStart([attemptId], row.startMs);
        return undefined;
      case 'batch': {
        const { streamId, header, fromSeq, headHash, known } = row;
        const stream = this.findStoredStream(streamId) ?? (header && this.addStream(header));
        if (stream?.tip.seq !== fromSeq - 1)
          throw new Error(
            `row ${pos} of the shared log does not continue stream ${streamId} of the replica: delete log.db and restart the server`,
          );
        this.#nextPos = pos;
        const isLabelled = stream.header.author === 'examinee';
        const earlyUntilMs = row.earlyUntilMs ?? (isLabelled ? starts.earlyUntilMs(attemptId, receivedMs) : 0);
        const ops = row.ops ?? (JSON.parse(row.raw) as WireOp[]);
        return this.addBatch(stream, { ops, headHash, receivedMs, earlyUntilMs, ...(known && { known }) }, row.raw);
      }
    }
  }

  /** Position of the shared log up to which this replica holds its rows. */
  getReplicatedPos(): number {
    return this.#through;
  }

  /** Returns the start time of each exam that is registered in the shared log (SY24). */
  starts(): [attemptId: string, startMs: number][] {
    return this.#sql.starts.all() as [string, number][];
  }

  #rollBack(cause: unknown): void {
    try {
      if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK');
    } catch (error) {
      throw new RollbackFailedError(`the answer log can't be rolled back: ${(error as Error).message}`, { cause });
    }
  }

  /** Adds a stream. Only inside `commit` or `draft`. */
  addStream(header: StreamHeader): StoredStream {
    const { streamId, attemptId, epoch, actor, documentId, keyId, wrapped, author } = header;
    const num = this.#drafted
      ? 0
      : Number(this.#sql.insertStream.run(streamId, attemptId, epoch, actor, documentId, keyId, wrapped, author).lastInsertRowid);
    const stream = this.#remember({ num, header, head: emptyLogHead, tip: emptyLogHead });
    this.#added.push(stream);
    this.#streamsOf.delete(attemptId);
    return stream;
  }

  /** Appends a batch after the stream's tip. `raw`: JSON of its ops. Only inside `commit` or `draft`. */
  addBatch(
    stream: StoredStream,
    batch: Pick<LogBatch, 'ops' | 'headHash' | 'receivedMs' | 'earlyUntilMs' | 'known'>,
    raw = JSON.stringify(batch.ops),
  ): LogBatch {
    const { ops, headHash, receivedMs, earlyUntilMs, known } = batch;
    const pos = this.#nextPos;
    const prevPos = stream.tip.pos;
    const fromSeq = stream.tip.seq + 1;
    const toSeq = stream.tip.seq + ops.length;
    const knownText = known ? JSON.stringify(known) : '';
    const { streamId, attemptId } = stream.header;
    if (this.#drafted) {
      const header = stream.num === 0 && stream.tip.pos === 0 && { header: stream.header };
      this.#drafted.rows.push({ kind: 'batch', attemptId, streamId, ...header, fromSeq, headHash, raw, ops, ...(known && { known }) });
      this.#drafted.batches.set(pos, [
        pos,
        stream.num,
        streamId,
        prevPos,
        fromSeq,
        toSeq,
        headHash,
        receivedMs,
        raw,
        earlyUntilMs,
        knownText,
      ]);
    } else this.#sql.insertBatch.run(pos, stream.num, prevPos, fromSeq, toSeq, headHash, receivedMs, raw, earlyUntilMs, knownText);
    this.#nextPos += 1;
    if (stream.tip === stream.head) this.#touched.push(stream);
    stream.tip = { pos, seq: toSeq, hash: headHash };
    return { ...batch, pos, streamNum: stream.num, streamId: stream.header.streamId, prevPos, fromSeq, toSeq };
  }

  /** Quarantines a batch (`QuarantineStore.check`). Only inside `commit` or `draft`. */
  quarantine(input: QuarantineInput, short: boolean): 'kept' | 'known' | 'full' {
    const drafted = this.#drafted?.quarantined.get(input.attemptId) ?? [];
    const row = this.quarantineStore.check(input, short, drafted);
    if (typeof row === 'string') return row;
    this.#drafted?.quarantined.set(input.attemptId, [...drafted, row]);
    if (this.#drafted) this.#drafted.rows.push({ kind: 'aside', attemptId: input.attemptId, ...row });
    else this.quarantineStore.put(input.attemptId, row);
    return 'kept';
  }

  /** Stores a chunk. Only inside `commit` or `draft`. */
  putChunk(attemptId: string, hash: string, sealed: Buffer, receivedMs: number): void {
    if (this.#drafted) this.#drafted.rows.push({ kind: 'piece', attemptId, hash, sealed, receivedMs });
    else this.chunks.put(attemptId, hash, sealed, receivedMs);
  }

  /** Registers the start time of an attempt's exam for all servers. Only inside `draft`. */
  putStart(attemptId: string, startMs: number): void {
    this.#drafted?.rows.push({ kind: 'start', attemptId, startMs });
  }

  /** Drops cached head positions up to log position `pos`, because the checkpoint now stores them. */
  checkpointed(pos: number): void {
    for (const [num, head] of this.#tail) if (head <= pos) this.#tail.delete(num);
    if (this.#streams.size <= cachedStreams) return;
    for (const [id, stream] of this.#streams) {
      if (stream.head.pos <= pos && stream.tip === stream.head) this.#streams.delete(id);
      if (this.#streams.size <= cachedStreams / 2) return;
    }
  }

  #remember(stream: StoredStream): StoredStream {
    this.#streams.set(stream.header.streamId, stream);
    return stream;
  }
}

/** Reports that ROLLBACK failed after a failed commit (`cause`). The transaction is still open and must never be committed. */
export class RollbackFailedError extends Error {}

const toHeader = ([, streamId, attemptId, epoch, actor, documentId, keyId, wrapped, author]: StreamRow): StreamHeader => ({
  streamId,
  attemptId,
  epoch,
  actor,
  documentId,
  keyId,
  wrapped,
  author,
});

const toBatch = ([
  pos,
  streamNum,
  streamId,
  prevPos,
  fromSeq,
  toSeq,
  headHash,
  receivedMs,
  raw,
  earlyUntilMs,
  known,
]: BatchRow): LogBatch => ({
  pos,
  streamNum,
  streamId,
  prevPos,
  fromSeq,
  toSeq,
  headHash,
  receivedMs,
  earlyUntilMs,
  ops: JSON.parse(raw) as WireOp[],
  ...(known !== '' && { known: JSON.parse(known) as KnownOpCounts }),
});

/** Returns the server epoch of a log, or undefined if it is new. */
export function readServerEpoch(raw: Database): string | undefined {
  return raw.prepare<[], string>("SELECT value FROM log_meta WHERE key = 'serverEpoch'").pluck().get();
}

/**
 * Writes a new server epoch: when the log is created, and whenever an older state was put back. Devices that see a new epoch send their ops
 * again (SY8).
 */
export function writeServerEpoch(raw: Database, chance: ServerRandom): string {
  const epoch = chance.bytes(12).toString('base64url');
  raw
    .prepare("INSERT INTO log_meta (key, value) VALUES ('serverEpoch', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
    .run(epoch);
  return epoch;
}

/** Deletes everything of a replica that no longer belongs to its shared log, and notes the shared log's server epoch. */
export function emptyLog(raw: Database, serverEpoch: string): void {
  raw
    .transaction(() => {
      raw.exec(
        "DELETE FROM batch; DELETE FROM stream; DELETE FROM aside; DELETE FROM piece; DELETE FROM start; DELETE FROM log_meta WHERE key = 'through'",
      );
      raw.prepare("INSERT INTO log_meta VALUES ('serverEpoch', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(serverEpoch);
    })
    .immediate();
}
