import type { Database } from 'better-sqlite3';
import { apiErrors } from '../../sync/contract/errors.ts';
import { type PushInput, syncCalls } from '../../sync/contract/exams/sync.ts';
import type { OpPayload, OpType } from '../../sync/engine/ops/ops.ts';
import { catchRefusal, Refusal } from '../../server/http/handler.ts';
import { type AnswerLog, markRestored, openAnswerLog, openSharedAnswerLog } from '../../server/answer-log/answer-log.ts';
import type { AnswerLogDeps } from '../../server/answer-log/answer-log-ports.ts';
import type { LogRow } from '../../server/answer-log/log/shared-log.ts';
import { openLogDatabase, readReplicaEnd } from '../../server/answer-log/log/log-database.ts';
import { openProjectionDatabase } from '../../server/answer-log/projection/projection-store.ts';
import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { RoomCommandProcessor, type RoomDuties } from '../../server/features/exams/invigilation/room-command-processor.ts';
import { createPushTaker } from '../../server/answer-log/calls/push.ts';
import { createRoomLogReads } from '../../server/answer-log/calls/room-log-reads.ts';
import { createSyncHandlers } from '../../server/answer-log/calls/sync-handlers.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { OpBook } from './op-book.ts';
import { SeededChance } from './seeded-chance.ts';
import type { SimDatabase } from './sim-database.ts';
import type { CommitFault, SimEnvelope } from './sim-envelope.ts';
import { isModuleCall, type ModuleCall, SimLearningServer } from './sim-learning-server.ts';
import { ClaimWatch } from './claim-watch.ts';
import { AcknowledgedHeads } from './acknowledged-heads.ts';
import { SimMemoryLog, type SharedLogBackup, SimPostgresLog, type SimSharedLog } from './sim-shared-log.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';

export type SimCall = 'push' | 'pull' | 'piece' | 'time';

interface Backup {
  readonly log: Buffer;
  readonly projections: Buffer;
  readonly epochs: ReadonlyMap<string, number>;
  readonly learning: Buffer | undefined;
  /** Backup of the answer log that several servers share; undefined if the server has a log of its own. */
  readonly shared: SharedLogBackup | undefined;
}

/** Settings of a run whose end state is compared with that of another run over another kind of log. */
export interface LogComparison {
  /** PostgreSQL database of the second of the two runs; undefined in the first, whose log is in SQLite or in memory. */
  readonly database?: SimDatabase;
}

/** Real time (epoch milliseconds) at which the virtual clock starts. */
export const worldBeganMs = 1_790_000_000_000;

/** Opens a serialised database: the driver's constructor takes the bytes in place of a file name. */
const reopened = (like: Database, file: Buffer): Database => Reflect.construct(like.constructor, [file]) as Database;

/** Runs the real server code over SQLite in memory. It can be killed at any commit, lose its projections, and be restored from a backup. */
export class SimServer {
  readonly #time: VirtualTime;
  readonly #chance: SeededChance;
  readonly #keys: ServerKeys;
  readonly #faults: FaultCounts;
  readonly #backups: Backup[] = [];
  #log: Database;
  #projections: Database;
  #process: SimProcess = { alive: false, frozenUntilMs: 0 };
  #gone = new AbortController();
  #answerLog!: AnswerLog;
  #handlers!: ReturnType<typeof createSyncHandlers>;
  #take!: ReturnType<typeof createPushTaker>;
  #armed: CommitFault | undefined;
  /** Answer log that several servers share; undefined if the server has a log of its own. */
  readonly #shared: SimSharedLog | undefined;
  /**
   * True if a run over the server's own log and one over PostgreSQL must take exactly the same course. Then a statement takes no virtual
   * time, the delay of a task depends only on the time, and a fault strikes only a commit that stores something.
   */
  readonly #isAligned: boolean;
  /** Source of random numbers that only one kind of log needs; a separate one if two runs over different logs must take the same course. */
  readonly #logChance: SeededChance;
  /**
   * Virtual time at which the disk was full, for runs over two kinds of log that must take the same course. All statements of that moment
   * fail, because only one kind of log tries each entry of a failed commit again.
   */
  #fullAtMs = -1;
  /** All calls that the server has refused, in their order, each with the error and its reason. */
  readonly refusals: (readonly [call: SimCall, stream: string | undefined, error: string, reason: string | undefined])[] = [];
  #isOpen = false;
  #requests = 0;
  /** Resolves when the server is open for the first time. */
  readonly firstOpen = Promise.withResolvers<void>();
  #wasOpen = false;
  /** Server side of learning and practice; undefined in a run without them. */
  learning: SimLearningServer | undefined;
  readonly #told: AcknowledgedHeads;
  readonly #claims = new ClaimWatch();
  /** Newest epoch (number of the attempt's PC) that was granted, by attempt, as the exam feature stores it in its table. Part of a backup. */
  epochs = new Map<string, number>();
  /** Facts about the exam room, such as its invigilators on duty; undefined in a run without a room. */
  duties: RoomDuties | undefined;
  onStarted: (answerLog: AnswerLog) => void = () => undefined;

  constructor(parts: {
    time: VirtualTime;
    chance: SeededChance;
    keys: ServerKeys;
    book: OpBook;
    faults: FaultCounts;
    seed: number;
    sharedLog: boolean;
    comparison?: LogComparison | undefined;
  }) {
    this.#time = parts.time;
    this.#chance = parts.chance;
    this.#keys = parts.keys;
    this.#told = new AcknowledgedHeads(parts.book);
    this.#faults = parts.faults;
    this.#isAligned = parts.comparison !== undefined && !parts.sharedLog;
    this.#logChance = this.#isAligned ? SeededChance.of(parts.seed, 'log') : this.#chance;
    this.#shared = this.#createSharedLog(parts);
    this.#log = this.#guarded(openLogDatabase(':memory:'));
    this.#projections = openProjectionDatabase(':memory:');
  }

  #createSharedLog({ sharedLog, comparison, seed }: { sharedLog: boolean; comparison?: LogComparison | undefined; seed: number }) {
    const database = comparison?.database;
    if (!sharedLog && !database) return undefined;
    // The first start happens before virtual time runs, so it must not wait.
    const delay = (): Promise<void> =>
      this.#wasOpen && !this.#isAligned
        ? new Promise((resolve) => void this.#time.after(this.#chance.next() * 3, resolve, this.#process))
        : Promise.resolve();
    const replies = SeededChance.of(seed, 'replies of the log');
    const losesReply = (): boolean => comparison !== undefined && !this.#isAligned && replies.happens(0.03);
    const serverEpoch = this.#logChance.uuid();
    if (!database) return new SimMemoryLog({ serverEpoch, nowMs: this.nowMs, delay, losesReply });
    const strike = (rows: readonly LogRow[]) => {
      const fault = this.#isAligned && rows.some(({ kind }) => kind !== 'start') ? this.#takeFault() : undefined;
      return fault && { fault, crash: () => this.#crashBy(fault) };
    };
    return new SimPostgresLog({ database, chance: SeededChance.of(seed, 'PostgreSQL'), nowMs: this.nowMs, delay, losesReply, strike });
  }

  get up(): boolean {
    return this.#process.alive && this.#isOpen;
  }
  get answerLog(): AnswerLog {
    return this.#answerLog;
  }
  get keys(): ServerKeys {
    return this.#keys;
  }
  nowMs = (): number => worldBeganMs + Math.floor(this.#time.nowMs);

  start(): void {
    if (this.#process.alive) return;
    const process = { alive: true, frozenUntilMs: 0 };
    this.#process = process;
    this.#gone = new AbortController();
    const deps: AnswerLogDeps = {
      log: this.#log,
      projections: this.#projections,
      keys: this.#keys,
      clock: { nowMs: this.nowMs },
      chance: { bytes: (n) => this.#logChance.bytes(n), uuid: () => this.#logChance.uuid() },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      schedule: (task) => void this.#time.after(this.#drawTaskDelay(), task, process),
    };
    if (this.#shared === undefined) return this.#opened(openAnswerLog(deps));
    this.#shared.connect();
    void openSharedAnswerLog(deps, this.#shared).then(
      (answerLog) => this.#opened(answerLog),
      () => {
        // The start failed because this server's own disk was full. The server tries again after a second.
        process.alive = false;
        this.#time.after(1_000, () => this.start());
      },
    );
  }

  #drawTaskDelay(): number {
    const chance = this.#isAligned ? SeededChance.of(0, `a task at ${this.#time.nowMs}`) : this.#chance;
    return chance.next() * 2;
  }

  #opened(answerLog: AnswerLog): void {
    const process = this.#process;
    this.#answerLog = answerLog;
    const timers = { sleep: (ms: number, signal?: AbortSignal) => this.#time.sleep(ms, signal, process) };
    this.#handlers = createSyncHandlers({ answerLog: this.#answerLog, timers, stopping: this.#gone.signal });
    this.#take = createPushTaker({ ...this.#answerLog, newsAfter: () => null });
    this.#isOpen = true;
    this.#wasOpen = true;
    this.firstOpen.resolve();
    this.#told.audit(this.#answerLog.log.serverEpoch, this.#log);
    this.onStarted(this.#answerLog);
    this.#judgeRooms();
  }

  /** Starts the room command processor, as `startServer` does. */
  #judgeRooms(): void {
    const { duties } = this;
    if (!duties) return;
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const process = this.#process;
    const timers = { sleep: (ms: number, signal: AbortSignal) => this.#time.sleep(ms, signal, process) };
    new RoomCommandProcessor({
      rooms: createRoomLogReads(this.#answerLog),
      store: duties,
      clock: { nowMs: this.nowMs },
      timers,
      logger,
    }).start();
  }

  /** Kills the server like kill -9: committed data stays, everything else is gone. It starts again after `downMs`. */
  crash(downMs: number): void {
    if (!this.up) return;
    this.#process.alive = false;
    this.#isOpen = false;
    this.#answerLog.halt();
    // A shared log does not depend on this server's disk, so another machine may take the server's place.
    if (this.#shared && this.#logChance.happens(0.2)) this.#replaceMachine();
    this.#shared?.disconnect();
    this.#gone.abort();
    this.#time.after(downMs, () => this.start());
  }

  #replaceMachine(): void {
    this.#log = this.#guarded(openLogDatabase(':memory:'));
    this.#projections = openProjectionDatabase(':memory:');
  }

  /** Closes the connections to the shared log after the simulated run. */
  async close(): Promise<void> {
    await this.#shared?.close();
  }

  armCommitFault(fault: CommitFault | undefined): void {
    this.#armed = fault;
    this.learning?.arm(fault);
  }

  openLearning(): void {
    const struck = (fault: CommitFault): void => {
      this.#faults.hit(fault);
      if (fault !== 'serverDiskFull') this.crash(2_000);
    };
    this.learning ??= new SimLearningServer({ nowMs: this.nowMs, serverEpoch: () => this.#answerLog.log.serverEpoch, struck });
  }

  /** Loses the projection database, which is derived from the log: it is empty afterwards, or as in an older backup of the same log. */
  loseProjections(): void {
    if (this.up) return;
    const older = this.#backups.findLast((b) => b.log.length > 0);
    const stale = this.#chance.happens(0.5) && this.#serverEpochOf(older?.log) === this.#answerLog.log.serverEpoch;
    this.#projections = older && stale ? reopened(this.#projections, older.projections) : openProjectionDatabase(':memory:');
    this.#faults.hit('projectionsLost');
  }

  backUp(): void {
    this.#backups.push({
      log: this.#log.serialize(),
      projections: this.#projections.serialize(),
      epochs: new Map(this.epochs),
      learning: this.learning?.backUp(),
      shared: this.#shared?.backUp(),
    });
  }

  /** Stops the server, restores an older answer log with the restore command (which gives it a new server epoch), and starts the server. */
  restore(downMs: number): boolean {
    const backup = this.#backups.length > 0 ? this.#chance.pick(this.#backups) : undefined;
    if (!backup) return false;
    this.crash(downMs);
    if (this.#shared && backup.shared) {
      // The server itself detects a shared log that ends before its own replica. In any other case the shared log must be marked as restored.
      const isMarked = readReplicaEnd(this.#log) <= backup.shared.end || this.#logChance.happens(0.5);
      void this.#shared.restore(backup.shared, isMarked);
    } else this.#log = this.#guarded(reopened(this.#log, backup.log));
    this.epochs = new Map(backup.epochs);
    if (backup.learning) this.learning?.putBack(backup.learning);
    // The projection database may be the one of the backup, empty, or the newer one that nobody removed.
    const beside = this.#shared ? 2 : this.#logChance.int(0, 2);
    if (beside === 0) this.#projections = reopened(this.#projections, backup.projections);
    else if (beside === 1) this.#projections = openProjectionDatabase(':memory:');
    if (!this.#shared)
      markRestored({ log: this.#log, chance: { bytes: (n) => this.#logChance.bytes(n), uuid: () => this.#logChance.uuid() } });
    this.#told.forget();
    this.#claims.forget();
    return true;
  }

  #serverEpochOf(log: Buffer | undefined): string | undefined {
    if (!log) return undefined;
    const db = reopened(this.#log, log);
    return db.prepare<[], string>("SELECT value FROM log_meta WHERE key = 'serverEpoch'").pluck().get();
  }

  /** Handles one request and returns the response envelope of the HTTP layer. Rejects if the server is down or dies meanwhile. */
  handle(call: SimCall | ModuleCall, body: string, client: AbortSignal): Promise<SimEnvelope> {
    const answered = this.#answer(call, body, client);
    return this.#isAligned ? this.#replyInOrder(answered) : answered;
  }

  /** Delays each reply a little, so that simultaneous replies leave in the order of their requests with every log: only PostgreSQL lets some wait. */
  async #replyInOrder(answered: Promise<SimEnvelope>): Promise<SimEnvelope> {
    const request = (this.#requests += 1);
    await answered.catch(() => undefined);
    await this.#time.sleep(request / 1e6, undefined);
    return answered;
  }

  async #answer(call: SimCall | ModuleCall, body: string, client: AbortSignal): Promise<SimEnvelope> {
    const process = this.#process;
    if (!this.up) throw new Error('refused: the server is down');
    if (isModuleCall(call)) {
      const { learning } = this;
      if (!learning) throw new Error('nobody learns here');
      const answer = await learning.handle(call, body);
      if (!process.alive) throw new Error('cut: the server died before it answered');
      return answer;
    }
    const parsed = syncCalls[call].input.safeParse(JSON.parse(body));
    if (!parsed.success) return { code: apiErrors.invalid.code, data: null };
    const context = {
      ip: '127.0.0.1',
      language: 'zh-CN' as const,
      signal: call === 'pull' ? AbortSignal.any([client, this.#gone.signal]) : this.#gone.signal,
    };
    const handler = this.#handlers[call] as (input: unknown, context: unknown) => unknown;
    const answerLog = this.#answerLog;
    const fullBefore = this.#faults.counts.get('serverDiskFull');
    const wasKnown = call === 'pull' && this.#knows(parsed.data as never);
    const answer = await catchRefusal(
      async () => handler(parsed.data, context),
      (refusal) => refusal,
    );
    if (!process.alive) throw new Error('cut: the server died before it answered');
    const wasFull = this.#faults.counts.get('serverDiskFull') !== fullBefore;
    if (call === 'pull' && !(answer instanceof Refusal)) this.#claims.note(answerLog, parsed.data as never, wasKnown && !wasFull);
    if (answer instanceof Refusal) this.#noteRefusal(call, parsed.data, answer);
    if (answer instanceof Refusal) return { code: apiErrors[answer.error].code, data: answer.data };
    if (call === 'push') this.#told.note(parsed.data as never, answer as never, this.#log);
    return { code: 0, data: answer };
  }

  #noteRefusal(call: SimCall, input: object, { error, data }: Refusal): void {
    const { stream } = input as { stream?: { streamId: string } };
    const { reason } = (data ?? {}) as { reason?: string };
    this.refusals.push([call, stream?.streamId, error, reason]);
  }

  /** Imports one batch of an answer file (SY16). Returns false if the server is down or dies meanwhile. */
  async importBatch(batch: PushInput): Promise<boolean> {
    const process = this.#process;
    if (!this.up) return false;
    const taken = await this.#take(batch, false);
    if (!process.alive) return false;
    if (taken.kind === 'stored') {
      const { seq, hash } = taken.head;
      this.#told.note(batch, { serverEpoch: this.#answerLog.log.serverEpoch, ackedThrough: seq, headHash: hash }, this.#log);
    }
    return true;
  }

  /** Opens a second server with empty projections, on a copy of the log or with an empty replica of the shared log. */
  async beginAnew(): Promise<AnswerLog> {
    const deps: AnswerLogDeps = {
      log: this.#shared ? openLogDatabase(':memory:') : reopened(this.#log, this.#log.serialize()),
      projections: openProjectionDatabase(':memory:'),
      keys: this.#keys,
      clock: { nowMs: this.nowMs },
      chance: { bytes: (n) => this.#logChance.bytes(n), uuid: () => this.#logChance.uuid() },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      schedule: (task) => void this.#time.after(0, task),
    };
    return this.#shared ? openSharedAnswerLog(deps, this.#shared) : openAnswerLog(deps);
  }

  /** Lists attempt and hash of every chunk on disk. */
  chunks(): { attemptId: string; hash: string }[] {
    return this.#log
      .prepare<[], { attemptId: string; hash: string }>('SELECT attempt_id AS attemptId, hash FROM piece ORDER BY attempt_id, hash')
      .all();
  }

  #knows({ ticket }: { ticket: string }): boolean {
    const attemptId = this.#answerLog.tickets.check(ticket)?.attemptId;
    return attemptId !== undefined && this.#answerLog.log.streamsOf(attemptId).length > 0;
  }

  /** Property 14: counts ops that devices reported as written, in polls that the server answered, and that the log lacks. */
  claimedMissing(attemptId: string): number {
    return this.#claims.missing(this.#answerLog, this.#log, attemptId);
  }

  /** Lists the batches in quarantine without their ops. */
  quarantined(): object[] {
    const columns = 'attempt_id, epoch, stream_id, reason, from_seq, op_count, received_ms';
    return this.#log.prepare<[], object>(`SELECT ${columns} FROM aside ORDER BY aside_id`).all();
  }

  /** Lists the raw batches in quarantine. */
  quarantinedRaw(): string[] {
    return this.#log.prepare<[], string>('SELECT raw FROM aside').pluck().all();
  }

  /** Appends a staff op. Returns false if the server is down or fails. */
  async append<T extends OpType>(attemptId: string, type: T, payload: OpPayload<T>): Promise<boolean> {
    if (!this.up) return false;
    return this.#answerLog.writer.append(attemptId, { type, payload, actor: 900 }).then(
      () => true,
      () => false,
    );
  }

  /** Releases scores. Returns true once the release is on disk and projected for all attempts, false if it fails. */
  async disclose(attemptIds: readonly string[]): Promise<boolean> {
    const { writer, projector } = this.#answerLog;
    return writer.disclose(attemptIds, 901).then(
      () => projector.waitUntilProjected().then(() => true),
      () => false,
    );
  }

  async grant(attemptId: string, actor: number): Promise<number | undefined> {
    if (!this.up) return undefined;
    const epoch = await this.#answerLog.writer.grantEpoch(attemptId, actor).catch(() => undefined);
    if (epoch !== undefined) this.epochs.set(attemptId, epoch);
    return epoch;
  }

  #guarded(db: Database): Database {
    // In a run that must take the same course over two kinds of log, faults strike the statement at the shared log, not this replica.
    if (this.#isAligned && this.#shared) return db;
    const exec = db.exec.bind(db);
    const countChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
    let before = 0;
    db.exec = (sql: string): Database => {
      if (sql === 'BEGIN IMMEDIATE' && this.#isAligned) before = countChanges.get() ?? 0;
      if (sql !== 'COMMIT' || (this.#isAligned && countChanges.get() === before)) return exec(sql);
      const fault = this.#takeFault();
      if (!fault) return exec(sql);
      if (fault === 'crashAfterCommit') exec(sql);
      this.#crashBy(fault);
      // Over PostgreSQL, the reply to the commit is lost with the server. A run that is compared must not get it either.
      if (fault !== 'crashAfterCommit' || this.#isAligned) throw new Error(fault);
      return db;
    };
    return db;
  }

  #takeFault(): CommitFault | undefined {
    const fault = this.#armed;
    if (!fault) return this.#isAligned && this.#fullAtMs === this.#time.nowMs ? 'serverDiskFull' : undefined;
    this.#armed = undefined;
    this.#faults.hit(fault);
    if (fault === 'serverDiskFull') this.#fullAtMs = this.#time.nowMs;
    return fault;
  }

  #crashBy(fault: CommitFault): void {
    if (fault !== 'serverDiskFull') this.crash(this.#chance.int(200, 20_000));
  }
}
