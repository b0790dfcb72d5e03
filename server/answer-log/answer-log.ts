import { ExamStarts } from './projection/exam-starts.ts';
import { AttemptPresence } from './projection/attempt-presence.ts';
import type { FreeSpace } from '../free-space.ts';
import type { IngestDeps } from './answer-log-ports.ts';
import { prepareLogDatabase } from './log/log-database.ts';
import type { LogBatch } from './log/log-port.ts';
import { LogStore, readServerEpoch, writeServerEpoch } from './log/log-store.ts';
import { ChunkLog } from './log/chunk-log.ts';
import { ProjectionStore } from './projection/projection-store.ts';
import { Projector } from './projection/projector.ts';
import { PushQueue } from './log/push-queue.ts';
import { ServerWriter } from './log/server-writer.ts';
import { StreamKeyring } from './log/stream-keyring.ts';
import { UploadTokenChecker } from './log/upload-token.ts';

export interface Ingest extends Pick<IngestDeps, 'keys' | 'clock'> {
  readonly log: LogStore;
  readonly tickets: UploadTokenChecker;
  readonly keyring: StreamKeyring;
  readonly queue: PushQueue;
  readonly projector: Projector;
  readonly writer: ServerWriter;
  readonly starts: ExamStarts;
  readonly pieces: ChunkLog;
  readonly space: Pick<FreeSpace, 'isShort'>;
  /** Yields to the event loop between two steps of long work. */
  turn(): Promise<void>;
  readonly presence: AttemptPresence;
  /** Returns the state of the log and its projections for monitoring. */
  gauges(): Record<string, number>;
  /** Commits waiting batches and writes a checkpoint. The caller owns the database handles; they stay open. */
  close(): void;
  /** Stops as a crash would, without a further commit. The simulation then opens a new ingest over the same handles. */
  halt(): void;
}

/** Opens the log and its projections over handles that may hold any state that a crash or a restore left. */
export function openIngest(deps: IngestDeps): Ingest {
  const { keys, clock, chance, schedule, logger } = deps;
  prepareLogDatabase(deps.log);
  const store = new ProjectionStore(deps.projections);
  bindProjections(deps, store);
  const log = new LogStore(deps.log, store, chance);
  const keyring = new StreamKeyring(keys);
  const projector = new Projector({ log, store, keyring, keys, schedule, clock, logger });
  const starts = new ExamStarts(clock);
  const space = deps.space ?? { isShort: () => false };
  const reserve = deps.reserve ?? { giveBack: () => false };
  const committed = (batches: readonly LogBatch[]): void => projector.committed(batches);
  const queue = new PushQueue({ log, keyring, clock, schedule, logger, starts, space, reserve, onCommit: committed });
  const writer = new ServerWriter({ log, queue, projector, keys, clock });
  return {
    keys,
    clock,
    log,
    tickets: new UploadTokenChecker(keys),
    keyring,
    queue,
    projector,
    writer,
    starts,
    pieces: new ChunkLog(deps.log),
    space,
    turn: () => new Promise((resolve) => schedule(resolve)),
    presence: new AttemptPresence(),
    gauges() {
      const { cursor, behind, faults } = projector.stats();
      return {
        log_end: log.end(),
        push_waiting: queue.waiting,
        projection_cursor: cursor,
        projection_behind: behind,
        projection_faults: faults,
      };
    },
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

function bindProjections({ log, chance, logger }: IngestDeps, store: ProjectionStore): void {
  const serverEpoch = readServerEpoch(log) ?? writeServerEpoch(log, chance);
  const end = log.prepare<[], number>('SELECT coalesce(max(pos), 0) FROM batch').pluck().get() ?? 0;
  const bound = store.bind(serverEpoch, end);
  if (bound !== 'ahead') return;
  // An operator put an older log back by hand. Devices must learn about it, because otherwise the ops received since then would be lost.
  store.rename(writeServerEpoch(log, chance));
  logger.warn({ end }, 'the log is older than its projections: a restored server, devices will send again what they hold');
}

/** Marks the log as restored. Call it after a backup was put back and before the server opens it. Devices then send their ops again (SY8). */
export function markRestored({ log, chance }: Pick<IngestDeps, 'log' | 'chance'>): string {
  prepareLogDatabase(log);
  return writeServerEpoch(log, chance);
}
