import type { PushRefusal } from '../../../sync/contract/exams/sync.ts';
import { getRequiredLeases, type Lease } from '../../db/lease.ts';
import type { KnownOpCounts } from '../../../sync/engine/ops/known-ops.ts';
import { classifyBatch, classifyTail, type ClaimedBatch } from './batch-check.ts';
import type { Logger, ScheduleTask, ServerClock } from '../../ports.ts';
import { isDiskFull, type FreeSpace } from '../../free-space.ts';
import type { ExamStarts } from './exam-starts.ts';
import type { LogStreamHead, LogBatch, StreamHeader } from './log-port.ts';
import type { LogReplica } from './log-replica.ts';
import type { LogReserve } from './log-reserve.ts';
import { RollbackFailedError, type LogStore, type StoredStream } from './log-store.ts';
import { type ChainKey, computeChainHashAt, computeChainHashes, type ServerStreamKeys } from './op-crypto.ts';
import type { StreamKeyring } from './stream-keyring.ts';

/** A device's batch after the first checks: the upload token is valid, the header matches it, and the stream's keys are decrypted. */
export interface DeviceBatch extends ClaimedBatch {
  readonly header: StreamHeader;
  readonly keys: ServerStreamKeys;
  /** True if the device marks the batch as the tail of a stream that it no longer writes. Such a batch never becomes part of the chain. */
  readonly isRetiredTail: boolean;
  /** SY25: number of ops that the device has written on the stream. */
  readonly written?: number;
}

type UncheckedBatch = Omit<DeviceBatch, 'keys' | 'isRetiredTail' | 'written'>;

/** New data that a batch added to the disk: its last `ops` ops, and whether it started a stream. */
export interface AddedData {
  readonly ops: number;
  readonly stream: boolean;
}
const nothing: AddedData = { ops: 0, stream: false };

export type LogAppendOutcome =
  /** The stream is on disk up to `head`: the end of the batch, or the stream's head if the batch was empty. */
  | { readonly kind: 'stored'; readonly head: LogStreamHead; readonly added: AddedData }
  | {
      readonly kind: 'refused';
      readonly reason: PushRefusal;
      readonly head: LogStreamHead | null;
      readonly isQuarantined: boolean;
      readonly isBuiltOnFork?: true;
      readonly added: AddedData;
    }
  /** The batch was not stored: the stream's keys are being decrypted, the disk failed, or the server stops. The same request may be sent again. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

/** One request's work for the next commit, with callbacks for its result. */
interface Entry {
  readonly bytes: number;
  work(): void;
  committed(): void;
  failed(kind?: 'busy'): void;
  /** Number of times that another server wrote to the attempt before this entry was stored (only with a shared log). */
  overtaken: number;
  /** Leases that this server must hold when the entry is stored (only with a shared log). */
  readonly leases: readonly Lease[];
  readonly isPush: boolean;
}

/** An entry is given up after other servers wrote to its attempt first this many times. Its sender must repeat the request. */
const mostOvertaken = 5;

/**
 * Limits of one commit. A thousand requests in one turn would all stay in memory until the last one is read. The garbage collector would cost
 * more than further fsyncs, and every device would wait for the slowest.
 */
const commitMost = { entries: 128, bytes: 8 * 1024 * 1024 };

/**
 * Group commit: requests within one turn of the event loop share one transaction and one fsync. A batch is checked against its stream's head
 * inside the transaction, so two batches of one stream cannot both pass. `work` of an entry may run several times, each time in a new
 * transaction.
 */
export class PushQueue {
  readonly #log: LogStore;
  readonly #keyring: StreamKeyring;
  readonly #clock: ServerClock;
  readonly #schedule: ScheduleTask;
  readonly #logger: Logger;
  readonly #onCommit: (batches: readonly LogBatch[]) => void;
  readonly #starts: ExamStarts;
  readonly #space: Pick<FreeSpace, 'isShort'>;
  readonly #reserve: Pick<LogReserve, 'releaseStep'>;
  /** This server's replica, if the log is shared with other servers. */
  readonly #replica: LogReplica | undefined;
  #isAppending = false;
  #waiting: Entry[] = [];
  #waitingBytes = 0;
  #scheduled = false;
  #halted = false;
  readonly #lost = Promise.withResolvers<Error>();
  /** Resolves when the log cannot be used any more and the queue has stopped. The server must restart. */
  readonly fatalError: Promise<Error> = this.#lost.promise;
  /** Batches that the current commit stores. */
  #batches: LogBatch[] = [];

  constructor(deps: {
    log: LogStore;
    keyring: StreamKeyring;
    clock: ServerClock;
    schedule: ScheduleTask;
    logger: Logger;
    starts: ExamStarts;
    space: Pick<FreeSpace, 'isShort'>;
    reserve: Pick<LogReserve, 'releaseStep'>;
    replica?: LogReplica | undefined;
    onCommit: (batches: readonly LogBatch[]) => void;
  }) {
    this.#log = deps.log;
    this.#keyring = deps.keyring;
    this.#clock = deps.clock;
    this.#schedule = deps.schedule;
    this.#logger = deps.logger;
    this.#onCommit = deps.onCommit;
    this.#starts = deps.starts;
    this.#space = deps.space;
    this.#reserve = deps.reserve;
    this.#replica = deps.replica;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  append(batch: DeviceBatch, bytes: number): Promise<LogAppendOutcome> {
    let outcome: LogAppendOutcome;
    return this.#enter(
      bytes,
      () => void (outcome = this.#appendNow(batch)),
      () => outcome,
      true,
    );
  }

  /**
   * Quarantines a batch without checking it: its secret cannot be decrypted, or another examinee's stream has the same id (two PCs cloned from one
   * image).
   */
  keepUnchecked(reason: 'secret' | 'chain', batch: UncheckedBatch, bytes: number): Promise<LogAppendOutcome> {
    let outcome: LogAppendOutcome;
    return this.#enter(
      bytes,
      () => void (outcome = this.#quarantine(reason, batch, null)),
      () => outcome,
    );
  }

  /** Stores the numbers of ops that PCs say they have written (SY25). Skips an attempt without any op in the log, because it is incomplete anyway. */
  note(attemptId: string, known: KnownOpCounts): Promise<LogAppendOutcome> {
    return this.write(() => this.#note(attemptId, known));
  }

  /** Stores data other than a device's batch that must be on disk before the reply. `work` runs inside the commit. */
  write(
    work: (append: (stream: StoredStream, ops: LogBatch['ops'], headHash: string) => void) => void,
    bytes = 0,
  ): Promise<LogAppendOutcome> {
    const append = (stream: StoredStream, ops: LogBatch['ops'], headHash: string): void => this.#store(stream, ops, headHash);
    return this.#enter(
      bytes,
      () => work(append),
      () => ({ kind: 'stored', head: { seq: 0, hash: '' }, added: nothing }),
    );
  }

  #end(reason: RollbackFailedError): void {
    this.#halted = true;
    this.#lost.resolve(reason);
  }

  /** Stops at once, as a crash would. Uncommitted entries are lost. */
  halt(): void {
    this.#halted = true;
  }

  /** Commits the entries that wait, and accepts no more. */
  close(): void {
    this.#flush();
    this.#halted = true;
  }

  #enter(bytes: number, work: () => void, outcome: () => LogAppendOutcome, isPush = false): Promise<LogAppendOutcome> {
    if (this.#halted) return Promise.resolve({ kind: 'failed' });
    return new Promise((resolve) => {
      this.#waiting.push({
        bytes,
        work,
        committed: () => resolve(outcome()),
        failed: (kind) => resolve({ kind: kind ?? 'failed' }),
        overtaken: 0,
        leases: getRequiredLeases(),
        isPush,
      });
      this.#waitingBytes += bytes;
      if (this.#waiting.length >= commitMost.entries || this.#waitingBytes >= commitMost.bytes) return this.#flush();
      if (this.#scheduled) return;
      this.#scheduled = true;
      this.#schedule(() => this.#flush());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#halted || this.#waiting.length === 0) return;
    if (this.#replica) return void this.#appendShared(this.#replica);
    const entries = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#settle(entries);
  }

  /** Sends the waiting entries to the shared log, one group after the other. Entries that arrive meanwhile form the next group. */
  async #appendShared(replica: LogReplica): Promise<void> {
    if (this.#isAppending) return;
    this.#isAppending = true;
    while (!this.#halted && this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, commitMost.entries);
      this.#waitingBytes = this.#waiting.reduce((sum, entry) => sum + entry.bytes, 0);
      await this.#appendGroup(replica, entries);
    }
    this.#isAppending = false;
  }

  async #appendGroup(replica: LogReplica, entries: readonly Entry[]): Promise<void> {
    try {
      this.#batches = [];
      const results = await replica.append(entries);
      if (this.#halted) return;
      for (const [at, entry] of entries.entries()) {
        const result = results[at];
        if (result instanceof Error) {
          this.#logger.error({ err: result }, 'could not store an entry; its device keeps it and tries again');
          entry.failed();
        } else if (result === true) entry.committed();
        else if ((entry.overtaken += 1) >= mostOvertaken) entry.failed('busy');
        else this.#waiting.push(entry);
      }
    } catch (error) {
      if (error instanceof RollbackFailedError) this.#end(error);
      this.#logger.error(
        { err: error, entries: entries.length },
        'a commit failed with an unknown outcome; devices keep their answers and try again',
      );
      for (const entry of entries) entry.failed();
    }
  }

  /** Commits the entries together. If that fails, each is committed alone, so that an entry that cannot be stored does not fail the others. */
  #settle(entries: readonly Entry[]): void {
    try {
      this.#commit(entries);
    } catch (error) {
      if (error instanceof RollbackFailedError) this.#end(error);
      if (entries.length > 1 && !this.#halted) return entries.forEach((entry) => this.#settle([entry]));
      this.#logger.error(
        { err: error, entries: entries.length },
        'a commit failed and stored nothing; devices keep their answers and try again',
      );
      for (const entry of entries) entry.failed();
      return;
    }
    // Reply only after the commit: from here on the data is on disk.
    for (const entry of entries) entry.committed();
    if (this.#batches.length > 0) this.#onCommit(this.#batches);
  }

  /** Commits, and on a full disk commits again with space from the reserve. */
  #commit(entries: readonly Entry[]): void {
    const work = (): void => {
      this.#batches = [];
      for (const entry of entries) entry.work();
    };
    try {
      this.#log.commit(work);
    } catch (error) {
      if (!isDiskFull(error) || !this.#reserve.releaseStep()) throw error;
      this.#logger.error({ err: error }, 'the disk is full: answers go to the reserved space; delete or move other files');
      this.#log.commit(work);
    }
  }

  #appendNow(batch: DeviceBatch): LogAppendOutcome {
    const { header } = batch;
    const storedStream = this.#log.findStoredStream(header.streamId);
    // If the stream's first batch is stored already with another secret than this batch has, use the keys of the stored secret.
    const keys = storedStream && storedStream.header.wrapped !== header.wrapped ? this.#keyring.ready(storedStream.header) : batch.keys;
    if (!keys) return { kind: 'busy' };
    const head = storedStream && storedStream.tip.seq > 0 ? storedStream.tip : { seq: 0, hash: keys.chain.genesis(header.streamId) };
    const verdict = batch.isRetiredTail
      ? classifyTail(storedStream?.header ?? header, keys.chain, batch)
      : classifyBatch(storedStream?.header ?? header, keys.chain, head, batch, (seq) => this.#hashAt(storedStream, keys, seq));
    switch (verdict.kind) {
      case 'append':
        this.#store(storedStream ?? this.#log.addStream(header), batch.ops.slice(verdict.skip), batch.headHash, getWrittenBeyond(batch));
        return { kind: 'stored', head: getBatchEnd(batch), added: { ops: batch.ops.length - verdict.skip, stream: !storedStream } };
      case 'held':
        return { kind: 'stored', head: batch.ops.length > 0 ? getBatchEnd(batch) : toPublicHead(head), added: nothing };
      case 'gap':
        return {
          kind: 'refused',
          reason: storedStream ? 'gap' : 'unknownStream',
          head: storedStream ? toPublicHead(head) : null,
          isQuarantined: false,
          ...(this.#isBuiltOnFork(storedStream?.header ?? header, keys.chain, batch) && { isBuiltOnFork: true }),
          added: nothing,
        };
      default:
        return this.#quarantine(verdict.kind, batch, storedStream ? toPublicHead(head) : null);
    }
  }

  #store(stream: StoredStream, ops: LogBatch['ops'], headHash: string, known?: KnownOpCounts): void {
    const nowMs = this.#clock.nowMs();
    const { author, attemptId } = stream.header;
    const earlyUntilMs = author === 'examinee' ? this.#starts.earlyUntilMs(attemptId, nowMs) : 0;
    this.#batches.push(this.#log.addBatch(stream, { ops, headHash, receivedMs: nowMs, earlyUntilMs, ...(known && { known }) }));
  }

  /**
   * Appends a batch that has no ops and only carries `known` to any stream of the attempt. Its position in the log makes it projectable like an op
   * (SY13).
   */
  #note(attemptId: string, known: KnownOpCounts): void {
    const [firstStream] = this.#log.streamsOf(attemptId);
    const stream = firstStream && this.#log.findStoredStream(firstStream.streamId);
    if (!stream || stream.tip.seq === 0) return;
    const { hash: headHash } = stream.tip;
    this.#batches.push(this.#log.addBatch(stream, { ops: [], headHash, receivedMs: this.#clock.nowMs(), earlyUntilMs: 0, known }));
  }

  #hashAt(stored: StoredStream | undefined, keys: ServerStreamKeys, seq: number): string {
    return (stored && computeChainHashAt(this.#log, keys, stored.header, seq)) ?? '';
  }

  #isBuiltOnFork(stream: StreamHeader, key: ChainKey, { fromSeq, prevHash }: DeviceBatch): boolean {
    return this.#log.quarantineStore
      .forksAt(stream, fromSeq - 1)
      .some((fork) => computeChainHashes(key, stream, fork.fromSeq, fork.prevHash, fork.ops)[fromSeq - 1 - fork.fromSeq] === prevHash);
  }

  #quarantine(reason: 'fork' | 'chain' | 'secret', batch: UncheckedBatch, head: LogStreamHead | null): LogAppendOutcome {
    const { header, fromSeq, prevHash, ops } = batch;
    const { attemptId, epoch, streamId, wrapped } = header;
    const receivedMs = this.#clock.nowMs();
    const input = { attemptId, epoch, streamId, reason, fromSeq, prevHash, ops, wrapped, receivedMs };
    const result = this.#log.quarantine(input, this.#space.isShort());
    // Record that the ops arrived in quarantine, so that they do not count as missing. The invigilators' board lists them.
    if (result === 'kept') this.#note(attemptId, { quarantined: { [streamId]: getBatchEnd(batch).seq } });
    if (result !== 'known')
      this.#logger.warn({ attemptId, epoch, streamId, reason, fromSeq, ops: ops.length, result }, 'batch quarantined');
    // Any holder of the upload token can send a forgery, so it must not use up the allowance of the owner.
    const addedCounts = result === 'kept' && reason === 'fork' ? { ops: ops.length, stream: false } : nothing;
    return { kind: 'refused', reason, head, isQuarantined: result !== 'full', added: addedCounts };
  }
}

/**
 * Returns the end of the batch as the head. A device whose disk was rewound has fewer ops than the stored stream, and can compare hashes only up to
 * the end of its batch (SY6).
 */
const getBatchEnd = (batch: ClaimedBatch): LogStreamHead => ({ seq: batch.fromSeq + batch.ops.length - 1, hash: batch.headHash });
const getWrittenBeyond = ({ header, written = 0, ...batch }: DeviceBatch): KnownOpCounts | undefined =>
  written > getBatchEnd(batch).seq ? { written: { [header.streamId]: written } } : undefined;
const toPublicHead = ({ seq, hash }: LogStreamHead): LogStreamHead => ({ seq, hash });
