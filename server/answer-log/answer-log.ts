import { ExamStarts } from './log/exam-starts.ts';
import { AttemptPresence } from './projection/attempt-presence.ts';
import type { PresenceExchange } from '../db/postgres/presence-exchange.ts';
import type { FreeSpace } from '../free-space.ts';
import type { ServerTimers } from '../ports.ts';
import type { AnswerLogDeps } from './answer-log-ports.ts';
import { isLogUnused, noteReplicaEnd, prepareLogDatabase, readLogEnd, readReplicaEnd } from './log/log-database.ts';
import type { LogBatch, StreamHeader } from './log/log-port.ts';
import { LogReplica } from './log/log-replica.ts';
import { emptyLog, LogStore, readServerEpoch, writeServerEpoch } from './log/log-store.ts';
import type { SharedLog, PlacedLogRow } from './log/shared-log.ts';
import type { ChunkLog } from './log/chunk-log.ts';
import type { QuarantineRow } from './log/quarantine-store.ts';
import { ProjectionStore } from './projection/projection-store.ts';
import { Projector } from './projection/projector.ts';
import { PushQueue } from './log/push-queue.ts';
import { ServerWriter } from './server-writer.ts';
import { StreamKeyring } from './log/stream-keyring.ts';
import { UploadTokenChecker } from './log/upload-token.ts';
import type { Database } from 'better-sqlite3';

const batchesAtOnce = 500;

interface StoredQuarantineRow extends QuarantineRow {
  readonly attemptId: string;
}

/**
 * Moves a server's own log into an empty shared log, which several servers will use. Batches keep their positions, so that projections stay valid;
 * quarantined batches and chunks get the positions after them. `raw`: the database handle behind `log`. Returns the position of the last row.
 */
async function adoptLog(raw: Database, log: LogStore, shared: SharedLog): Promise<number> {
  let end = 0;
  const iterateRows = function* (): Iterable<PlacedLogRow> {
    for (const row of iterateLogRows(raw, log)) {
      end = row.pos;
      yield row;
    }
  };
  await shared.adopt(log.serverEpoch, iterateRows());
  return end;
}

function* iterateLogRows(raw: Database, log: LogStore): Iterable<PlacedLogRow> {
  const knownStreams = new Set<string>();
  let pos = 0;
  for (let batches = log.after(0, batchesAtOnce); batches.length > 0; batches = log.after(pos, batchesAtOnce))
    for (const { streamId, fromSeq, headHash, ops, known, receivedMs, earlyUntilMs, pos: at } of batches) {
      pos = at;
      const stream = log.stream(streamId) as StreamHeader;
      const header = knownStreams.has(streamId) ? {} : { header: stream };
      knownStreams.add(streamId);
      const batch = { kind: 'batch', attemptId: stream.attemptId, streamId, fromSeq, headHash, raw: JSON.stringify(ops) } as const;
      yield { ...batch, ...header, ...(known && { known }), earlyUntilMs, pos, receivedMs };
    }
  const quarantined = raw.prepare<[], StoredQuarantineRow>(
    `SELECT digest, attempt_id AS attemptId, epoch, stream_id AS streamId, reason, from_seq AS fromSeq, op_count AS opCount,
     received_ms AS receivedMs, raw FROM aside ORDER BY aside_id`,
  );
  for (const row of quarantined.iterate()) yield { kind: 'aside', ...row, pos: (pos += 1) };
  const chunks = raw.prepare<[], { attemptId: string; hash: string; sealed: Buffer; receivedMs: number }>(
    'SELECT attempt_id AS attemptId, hash, sealed, received_ms AS receivedMs FROM piece',
  );
  for (const row of chunks.iterate()) yield { kind: 'piece', ...row, pos: (pos += 1) };
}

export interface AnswerLog extends Pick<AnswerLogDeps, 'keys' | 'clock'> {
  readonly log: LogStore;
  readonly tickets: UploadTokenChecker;
  readonly keyring: StreamKeyring;
  readonly queue: PushQueue;
  readonly projector: Projector;
  readonly writer: ServerWriter;
  /** SY24: registers the time at which the exam of these attempts starts. Resolves when every server labels ops that arrive before it as early. */
  registerStart(attemptIds: readonly string[], startMs: number): Promise<void>;
  /** Resolves when this server has fetched every row that other servers have stored in the shared log. */
  refresh(): Promise<void>;
  /**
   * Fetches the rows of other servers soon after their commits. New rows wake the polls of exam PCs and the boards of invigilators. With
   * `exchangePresence`, servers also tell each other which PCs they have heard from. Returns a function that stops all this.
   */
  follow(timers: ServerTimers, exchangePresence?: PresenceExchange): () => void;
  /** Resolves with a message when the log has become unusable for this server, which must then start again. */
  readonly fatalError: Promise<Error>;
  readonly chunks: ChunkLog;
  readonly space: Pick<FreeSpace, 'isShort'>;
  /** Yields to the event loop between two steps of long work. */
  yieldToEventLoop(): Promise<void>;
  readonly presence: AttemptPresence;
  /** Returns the state of the log and its projections for monitoring. */
  gauges(): ReturnType<typeof readGauges>;
  /** Commits waiting batches and writes a checkpoint of the projections. The caller owns the database handles; they stay open. */
  close(): void;
  /** Stops as a crash would, without a further commit. The simulation then opens a new answer log over the same handles. */
  halt(): void;
}

/** Opens the log and its projections over handles that may hold any state that a crash or a restore left. */
export function openAnswerLog(deps: AnswerLogDeps): AnswerLog {
  prepareLogDatabase(deps.log);
  // If the file stores a replica end (the position up to which it copied a shared log), this server has used a shared log and no longer does. The
  // file may lack the newest rows, so the log gets a new epoch. The replica end is removed, so that the file is never taken for a replica later.
  if (readReplicaEnd(deps.log) > 0) {
    noteReplicaEnd(deps.log, 0);
    writeServerEpoch(deps.log, deps.chance);
  }
  const store = new ProjectionStore(deps.projections);
  bindProjections(deps, store);
  return buildAnswerLog(deps, store);
}

/**
 * Opens this server's replica of a shared log. If the shared log is empty, the server's own log moves into it. A replica of another state of
 * the log is emptied and filled again. Throws an error with a one-sentence message if the folder holds answers that the shared log lacks.
 */
export async function openSharedAnswerLog(deps: AnswerLogDeps, shared: SharedLog): Promise<AnswerLog> {
  const { log: raw, chance, clock } = deps;
  prepareLogDatabase(raw);
  // The shared log is durable; what a power cut takes from the replica is read again.
  raw.pragma('synchronous = NORMAL');
  const store = new ProjectionStore(deps.projections);
  const isReplica = readReplicaEnd(raw) > 0;
  let state = await shared.readState();
  if (!isReplica && !isLogUnused(raw)) {
    // True if the server crashed between moving its log and recording the move in its own file. The shared log has every row, so the replica is
    // emptied and filled again.
    const isMoved = state.end > 0 && readServerEpoch(raw) === state.serverEpoch && readLogEnd(raw) <= state.end;
    if (state.end > 0 && !isMoved)
      throw new Error(
        'log.db and the database hold the answers of different servers: start with the data folder that belongs to this database',
      );
    if (isMoved) emptyLog(raw, state.serverEpoch);
    else noteReplicaEnd(raw, await adoptLog(raw, new LogStore(raw, store, chance), shared));
    state = await shared.readState();
  }
  // The replica holds rows that the shared log lost, so the shared log gets a new server epoch. If another server has given it one already, this
  // replica is emptied below.
  if (readReplicaEnd(raw) > state.end && readServerEpoch(raw) === state.serverEpoch) {
    await shared.renewEpoch(state.serverEpoch);
    state = await shared.readState();
  }
  if (readServerEpoch(raw) !== state.serverEpoch) emptyLog(raw, state.serverEpoch);
  const starts = new ExamStarts(clock);
  const filling = new LogReplica({ shared, log: new LogStore(raw, store, chance), starts, onCommit: () => undefined });
  await filling.refresh();
  store.bind(state.serverEpoch, readLogEnd(raw));
  return buildAnswerLog(deps, store, shared);
}

function buildAnswerLog(deps: AnswerLogDeps, store: ProjectionStore, shared?: SharedLog): AnswerLog {
  const { keys, clock, chance, schedule, logger } = deps;
  const log = new LogStore(deps.log, store, chance);
  const keyring = new StreamKeyring(keys);
  const starts = new ExamStarts(clock);
  const onCommit = (batches: readonly LogBatch[]): void => projector.committed(batches);
  const replica = shared && new LogReplica({ shared, log, starts, onCommit });
  const refresh = replica && (() => replica.refresh());
  const projector = new Projector({ log, store, keyring, keys, schedule, clock, logger, refresh });
  for (const [attemptId, startMs] of log.starts()) starts.registerStart([attemptId], startMs);
  const space = deps.space ?? { isShort: () => false };
  const reserve = deps.reserve ?? { releaseStep: () => false };
  const queue = new PushQueue({ log, keyring, clock, schedule, logger, starts, space, reserve, replica, onCommit });
  const writer = new ServerWriter({ log, queue, projector, keys, clock });
  const presence = new AttemptPresence();
  return {
    keys,
    clock,
    log,
    tickets: new UploadTokenChecker(keys),
    keyring,
    queue,
    projector,
    writer,
    async registerStart(attemptIds, startMs) {
      if (!shared) return starts.registerStart(attemptIds, startMs);
      const news = attemptIds.filter((attemptId) => starts.startOf(attemptId) !== startMs);
      if (news.length > 0) await writer.writeStarts(news, startMs);
    },
    refresh: refresh ?? (() => Promise.resolve()),
    follow(timers, exchangePresence) {
      const controller = new AbortController();
      void replica?.follow({ timers, logger, signal: controller.signal });
      if (exchangePresence) void presence.share(exchangePresence, { timers, clock, signal: controller.signal });
      return () => controller.abort(null);
    },
    fatalError: replica ? Promise.race([queue.fatalError, replica.fatalError]) : queue.fatalError,
    chunks: log.chunks,
    space,
    yieldToEventLoop: () => new Promise((resolve) => schedule(resolve)),
    presence,
    gauges: () => readGauges({ log, queue, projector }, replica),
    close() {
      queue.close();
      projector.close();
    },
    halt() {
      queue.halt();
      projector.halt();
    },
  };
}

/**
 * Reads the figures of the log for monitoring. `projection_behind`: number of log positions that are not projected yet, including those that this
 * server has not fetched from other servers.
 */
function readGauges({ log, queue, projector }: Pick<AnswerLog, 'log' | 'queue' | 'projector'>, replica: LogReplica | undefined) {
  const { cursor, behind, faults } = projector.stats();
  return {
    log_end: log.end(),
    push_waiting: queue.waitingCount,
    projection_cursor: cursor,
    projection_behind: behind + (replica?.missingRowCount ?? 0),
    projection_faults: faults,
  };
}

function bindProjections({ log, chance, logger }: AnswerLogDeps, store: ProjectionStore): void {
  const serverEpoch = readServerEpoch(log) ?? writeServerEpoch(log, chance);
  const end = readLogEnd(log);
  const bound = store.bind(serverEpoch, end);
  if (bound !== 'ahead') return;
  // An operator put an older log back by hand. Devices must learn about it, so that they send again the ops that the server received after that older
  // state.
  store.rename(writeServerEpoch(log, chance));
  logger.warn({ end }, 'the log is older than its projections, so the server was restored: devices will send the missing answers again');
}

/** Marks the log as restored. Call it after a backup was put back and before the server opens it. Devices then send their ops again (SY8). */
export function markRestored({ log, chance }: Pick<AnswerLogDeps, 'log' | 'chance'>): string {
  prepareLogDatabase(log);
  return writeServerEpoch(log, chance);
}
