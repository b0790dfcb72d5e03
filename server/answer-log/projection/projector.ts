import { AsyncResource } from 'node:async_hooks';
import type { AttemptNews } from '../../../sync/contract/exams/sync.ts';
import type { Logger, ScheduleTask, ServerClock } from '../../ports.ts';
import type { LogBatch, StreamHeader } from '../log/log-port.ts';
import type { LogStore } from '../log/log-store.ts';
import type { ServerKeys } from '../log/server-keys.ts';
import type { StreamKeyring } from '../log/stream-keyring.ts';
import { AttemptCache } from './attempt-cache.ts';
import { finishBatch, hasRoomOps, type ProjectionHost, listStreamsToFinish, applyBatch } from './batch-projection.ts';
import { runCheckpointSteps } from './checkpoint-steps.ts';
import { ProjectedAttempt } from './projected-attempt.ts';
import type { ProjectionStore } from './projection-store.ts';

export interface ProjectorDeps {
  readonly log: LogStore;
  readonly store: ProjectionStore;
  readonly keyring: StreamKeyring;
  readonly keys: ServerKeys;
  readonly schedule: ScheduleTask;
  readonly clock: ServerClock;
  readonly logger: Logger;
  /** Fetches the rows that other servers have stored; see `LogReplica.refresh`. */
  readonly refresh?: (() => Promise<void>) | undefined;
}

/**
 * Maximum number of ops that are projected in one turn of the event loop; 256 are about 5 ms of work. While pushes arrive and no request waits for
 * the projection, a turn takes a tenth of the number of ops that arrived since the last one, but at least `busyLeast` and at most `busyMost`.
 */
const sliceOps = { idle: 256, busyLeast: 8, busyMost: 48 };
/**
 * Number of waiting batches from which on a turn projects `idle` ops although pushes arrive. Pushes then slow down, so that the backlog does not grow
 * without end.
 */
const backlogBatches = 50_000;
/** Maximum number of committed batches that are queued in memory; further ones are read back from the log. */
const handedOver = 1_000;
/**
 * A checkpoint is due after this many ops, which a start replays in about a second, or after this many milliseconds. `fullMs` applies while the
 * cache of attempts is full of unsaved ones. Under load it waits for `busyOps`, because storing ops comes first.
 */
const checkpointEvery = { ops: 50_000, busyOps: 200_000, ms: 30_000, fullMs: 5_000 };

type Listener = (attemptId: string) => void;

/**
 * Listeners for events of attempts. `add` returns the function that removes the listener. A listener runs in the asynchronous context in which it was
 * added, so that only the work of a background duty depends on the duty's lease (`server/db/lease.ts`).
 */
export class AttemptListeners {
  readonly #all = new Set<Listener>();

  add(listener: Listener): () => void {
    const bound = AsyncResource.bind(listener);
    this.#all.add(bound);
    return () => void this.#all.delete(bound);
  }

  notify(attemptId: string): void {
    for (const listener of this.#all) listener(attemptId);
  }
}

/** Follows the log and maintains the projected state of each attempt (SY13), which can be derived again from the log at any time. */
export class Projector {
  readonly #deps: ProjectorDeps;
  readonly #host: ProjectionHost;
  readonly #attempts: AttemptCache;
  readonly #heads = new Map<number, number>();
  readonly #unopenable = new Set<string>();
  readonly #newsListeners = new AttemptListeners();
  readonly #completeListeners = new AttemptListeners();
  readonly #heardListeners = new AttemptListeners();
  #reached: { pos: number; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #queue: LogBatch[] = [];
  #queueAt = 0;
  #cursor: number;
  #running = false;
  #stopped = false;
  #arrived = 0; // ops that arrived since the last turn of projecting
  #opsSinceCheckpoint = 0;
  #checkpointMs: number;
  #faults = 0;

  constructor(deps: ProjectorDeps) {
    this.#deps = deps;
    this.#attempts = new AttemptCache(deps.clock);
    this.#host = { log: deps.log, keys: deps.keys, keysOf: (header) => deps.keyring.ready(header) };
    this.#cursor = deps.store.getPosition();
    this.#checkpointMs = deps.clock.nowMs();
    this.#wake();
  }

  /** Returns progress. `behind`: batches committed but not projected. `faults`: batches since the start that failed to project. */
  stats(): { cursor: number; behind: number; faults: number } {
    return { cursor: this.#cursor, behind: this.#deps.log.end() - this.#cursor, faults: this.#faults };
  }

  committed(batches: readonly LogBatch[]): void {
    for (const batch of batches) this.#arrived += batch.ops.length;
    let last = this.#queue.at(-1)?.pos ?? this.#cursor;
    for (const batch of batches) {
      if (batch.pos !== last + 1 || this.#queue.length - this.#queueAt >= handedOver) break;
      this.#queue.push(batch);
      last = batch.pos;
    }
    this.#wake();
  }

  /** Resolves once everything committed before the call, by any server, is projected. */
  waitUntilProjected(): Promise<void> {
    return this.#deps.refresh ? this.#deps.refresh().then(() => this.#untilOwnProjected()) : this.#untilOwnProjected();
  }

  #untilOwnProjected(): Promise<void> {
    const pos = this.#deps.log.end();
    if (this.#cursor >= pos) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#reached.push({ pos, resolve, reject });
      this.#wake();
    });
  }

  /** Returns the projected attempt, or undefined if no op has arrived for it. */
  attempt(attemptId: string): ProjectedAttempt | undefined {
    const cachedAttempt = this.#attempts.get(attemptId);
    const row = cachedAttempt ? undefined : this.#deps.store.attempt(attemptId);
    return row ? this.#attempts.add(ProjectedAttempt.fromRow(row)) : cachedAttempt;
  }

  /** Counts those of the given attempts that were handed in. */
  handedInCount(attemptIds: readonly string[]): number {
    const known = attemptIds.filter((id) => this.#attempts.get(id)?.deriveNews().handedIn).length;
    return known + this.#deps.store.handedInCount(attemptIds.filter((id) => this.#attempts.get(id) === undefined));
  }

  /** Returns the news of the attempt (what its devices must know), or null if `seen` is their current version. */
  newsAfter(attemptId: string, seen: number): AttemptNews | null {
    const attempt = this.attempt(attemptId);
    return attempt && attempt.newsVersion !== seen ? attempt.deriveNews() : null;
  }

  onNews(listener: (attemptId: string) => void): () => void {
    return this.#newsListeners.add(listener);
  }

  onComplete(listener: (attemptId: string) => void): () => void {
    return this.#completeListeners.add(listener);
  }

  /**
   * Registers a listener for ops that the room command processor and the boards of invigilators must see (`hasRoomOps`). Not replayed after a
   * restart.
   */
  onRoomOps(listener: (attemptId: string) => void): () => void {
    return this.#heardListeners.add(listener);
  }

  /** Stops as a crash would. Unsaved projections are redone at the next start. */
  halt(): void {
    this.#stopped = true;
  }

  /** Writes a checkpoint of all projections and stops. */
  close(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const step of this.#steps()) step();
  }

  #wake(): void {
    if (this.#running || this.#stopped || this.#cursor >= this.#deps.log.end()) return;
    this.#running = true;
    this.#run().catch((error: unknown) => {
      this.#running = false;
      // Most likely a disk error. The log is intact; the next commit or reader tries again.
      this.#deps.logger.error({ err: error }, 'the projection of the log stopped');
      for (const { reject } of this.#reached) reject(error);
      this.#reached = [];
    });
  }

  async #run(): Promise<void> {
    await this.#turn();
    while (!this.#stopped && this.#cursor < this.#deps.log.end()) {
      await this.#slice();
      this.#tellReached();
      if (this.#checkpointDue()) await this.#checkpoint();
      await this.#turn();
    }
    this.#running = false;
    // A batch may have been committed since the loop ended: check again.
    this.#wake();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#deps.schedule(resolve));
  }

  async #slice(): Promise<void> {
    const busy = this.#arrived > 0 && this.#reached.length === 0 && this.stats().behind < backlogBatches;
    let ops = busy ? Math.min(sliceOps.busyMost, Math.max(sliceOps.busyLeast, this.#arrived / 10)) : sliceOps.idle;
    this.#arrived = 0;
    const next = this.#next();
    // After a server start no stream's secret is decrypted yet. Decrypt the secrets in parallel.
    const closedStreams = next.flatMap(({ streamId }) => this.#closed(this.#deps.log.stream(streamId)));
    if (closedStreams.length > 0) await this.#openKeys(closedStreams);
    for (const batch of next) {
      const wait = this.#project(batch);
      if (wait) await wait;
      if (this.#stopped) return;
      this.#cursor = batch.pos;
      this.#queueAt += this.#queue[this.#queueAt] === batch ? 1 : 0;
      this.#opsSinceCheckpoint += batch.ops.length;
      ops -= batch.ops.length;
      if (ops <= 0) return;
    }
  }

  /** Returns the next batches: queued ones if they follow the cursor, else from the log. */
  #next(): readonly LogBatch[] {
    if (this.#queueAt >= this.#queue.length) {
      this.#queue = [];
      this.#queueAt = 0;
    }
    if (this.#queue[this.#queueAt]?.pos !== this.#cursor + 1) this.#queue = this.#deps.log.after(this.#cursor, 64);
    else if (this.#queueAt > 0) this.#queue = this.#queue.slice(this.#queueAt);
    this.#queueAt = 0;
    return this.#queue;
  }

  /** Projects a batch. Returns a promise only if a stream's secret must be decrypted first. */
  #project(batch: LogBatch): Promise<void> | undefined {
    const header = this.#deps.log.stream(batch.streamId);
    if (!header) throw new Error(`batch ${batch.pos} belongs to an unknown stream`);
    const closedStreams = this.#closed(header);
    return closedStreams.length > 0 ? this.#openKeys(closedStreams).then(() => this.#take(header, batch)) : this.#take(header, batch);
  }

  #take(header: StreamHeader, batch: LogBatch): Promise<void> | undefined {
    this.#heads.set(batch.streamNum, batch.pos);
    const attempt = this.attempt(header.attemptId) ?? this.#attempts.add(ProjectedAttempt.createEmpty(header.attemptId));
    // The saved row of an attempt may be newer than the saved cursor and contain this batch already.
    if (attempt.pos >= batch.pos) return undefined;
    // One unreadable batch must not stop the projection of all exams.
    const handleFailure = (error: unknown): void => {
      this.#faults += 1;
      this.#deps.logger.error({ err: error, pos: batch.pos, attemptId: header.attemptId }, 'could not project a batch');
    };
    try {
      if (applyBatch(attempt, header, batch, this.#host.keysOf(header))) {
        const closedStreams = [...listStreamsToFinish(attempt)].flatMap((id) => this.#closed(this.#deps.log.stream(id)));
        if (closedStreams.length > 0)
          return this.#openKeys(closedStreams)
            .then(() => this.#finish(attempt, batch))
            .catch(handleFailure);
        this.#finish(attempt, batch);
      } else attempt.pos = batch.pos;
    } catch (error) {
      handleFailure(error);
    }
    return undefined;
  }

  /** Returns the stream in a list if its secret must still be decrypted, else an empty list. */
  #closed(header: StreamHeader | undefined): StreamHeader[] {
    const open = header === undefined || header.author === 'server' || this.#host.keysOf(header) || this.#unopenable.has(header.streamId);
    return open ? [] : [header];
  }

  #finish(attempt: ProjectedAttempt, batch: LogBatch): void {
    // The batch is applied to the state, but `attempt.pos` does not say so. The next start applies it again, which changes nothing, and then finishes
    // it.
    if (this.#stopped) return;
    attempt.pos = batch.pos;
    const changes = finishBatch(attempt, batch, this.#host);
    if (changes.news) this.#newsListeners.notify(attempt.attemptId);
    if (hasRoomOps(batch)) this.#heardListeners.notify(attempt.attemptId);
    if (changes.answers && attempt.complete) this.#completeListeners.notify(attempt.attemptId);
  }

  async #openKeys(headers: readonly StreamHeader[]): Promise<void> {
    const open = ({ streamId, keyId, ...header }: StreamHeader): Promise<unknown> =>
      this.#deps.keyring.open({ streamId, keyId, ...header }).catch((error: unknown) => {
        // The stream's secret was encrypted for other server keys, which an operator must restore. Log this once; its ops stay encrypted.
        this.#unopenable.add(streamId);
        this.#deps.logger.error({ err: error, streamId, keyId }, "a stored stream's secret does not open");
      });
    await Promise.all(headers.map(open));
  }

  #tellReached(): void {
    if (this.#reached.length === 0) return;
    const dueWaiters = this.#reached.filter(({ pos }) => pos <= this.#cursor);
    this.#reached = this.#reached.filter(({ pos }) => pos > this.#cursor);
    for (const { resolve } of dueWaiters) resolve();
  }

  #checkpointDue(): boolean {
    return (
      this.#opsSinceCheckpoint >= checkpointEvery[this.#arrived > 0 ? 'busyOps' : 'ops'] ||
      this.#deps.clock.nowMs() - this.#checkpointMs >= checkpointEvery[this.#attempts.isFull ? 'fullMs' : 'ms']
    );
  }

  async #checkpoint(): Promise<void> {
    for (const step of this.#steps()) {
      step();
      await this.#turn();
      if (this.#stopped) return;
    }
    this.#deps.log.checkpointed(this.#deps.store.getPosition());
    this.#attempts.trim();
  }

  #steps(): Generator<() => void> {
    this.#opsSinceCheckpoint = 0;
    this.#checkpointMs = this.#deps.clock.nowMs();
    return runCheckpointSteps(this.#deps.store, { attempts: this.#attempts.values(), heads: this.#heads, cursor: this.#cursor });
  }
}
