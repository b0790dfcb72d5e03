import { ExamStarts } from './exam-starts.ts';
import { AttemptPresence } from './attempt-presence.ts';
import type { FreeSpace } from '../free-space.ts';
import type { IngestDeps } from './ingest-ports.ts';
import { prepareLogDatabase } from './log-database.ts';
import type { LogBatch } from './log-port.ts';
import { LogStore, readServerEpoch, writeServerEpoch } from './log-store.ts';
import { PieceLog } from './piece-log.ts';
import { ProjectionStore } from './projection-store.ts';
import { Projector } from './projector.ts';
import { PushQueue } from './push-queue.ts';
import { ServerWriter } from './server-writer.ts';
import { StreamKeyring } from './stream-keyring.ts';
import { TicketChecker } from './upload-ticket.ts';

export interface Ingest extends Pick<IngestDeps, 'keys' | 'clock'> {
  readonly log: LogStore;
  readonly tickets: TicketChecker;
  readonly keyring: StreamKeyring;
  readonly queue: PushQueue;
  readonly projector: Projector;
  readonly writer: ServerWriter;
  readonly starts: ExamStarts;
  readonly pieces: PieceLog;
  readonly space: Pick<FreeSpace, 'isShort'>;
  /** A later turn of the event loop: between two steps of what would hold everybody up. */
  turn(): Promise<void>;
  readonly presence: AttemptPresence;
  /** How the log and its projections stand, for whoever watches the server. */
  gauges(): Record<string, number>;
  /** Commits what waits and writes down how far the projections are. The database handles stay open: they are the caller's. */
  close(): void;
  /** Stops as a crash would: nothing more is committed. For the simulation, which then opens a new one over the same handles. */
  halt(): void;
}

/** The log and what follows it, over handles that may hold anything a crash or a restore left there. */
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
    tickets: new TicketChecker(keys),
    keyring,
    queue,
    projector,
    writer,
    starts,
    pieces: new PieceLog(deps.log),
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
  // Somebody put an older log back by hand: the devices must know, or what came since would be missing for good.
  store.rename(writeServerEpoch(log, chance));
  logger.warn({ end }, 'the log is older than its projections: a restored server, devices will send again what they hold');
}

/** To be called when a backup was put back, before the server opens it: devices send again what they hold (SY8). */
export function markRestored({ log, chance }: Pick<IngestDeps, 'log' | 'chance'>): string {
  prepareLogDatabase(log);
  return writeServerEpoch(log, chance);
}
