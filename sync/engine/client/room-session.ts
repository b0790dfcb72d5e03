import type { RoomCommand } from '../../contract/exams/room-command.ts';
import type { SaveResult, AttemptSessionDeps } from './attempt-session.ts';
import { AttemptLedger } from './attempt-ledger.ts';
import { createFaultReporter } from '../faults.ts';
import { countOps } from './undelivered-age.ts';
import { OpWriter, PayloadTooLarge } from './op-writer.ts';
import { StorageFault } from '../ports.ts';
import type { RoomCommandView } from '../ops/room-views.ts';
import { createSerialQueue } from '../ops/serial.ts';
import { countHeldOps } from '../store/store-rules.ts';
import { Listeners } from '../listeners.ts';

/** A room command of this tablet, and whether the server is known to hold it. */
export interface OwnRoomCommand extends RoomCommandView {
  readonly delivered: boolean;
}

export interface RoomView {
  readonly commands: readonly OwnRoomCommand[];
  readonly localCount: number;
  readonly received: number;
  readonly reachable: boolean;
  readonly failure: 'quota' | 'storage' | 'tooLarge' | null;
}

/** One room in one tab of a tablet. Room commands are ops in the tablet's own streams, and are on disk before the page shows them (SY3). */
export interface RoomSession {
  view(): RoomView;
  subscribe(listener: () => void): () => void;
  /** Records a room command. Resolves when it is durable on this tablet. */
  recordCommand(actId: string, recordCommand: RoomCommand, attemptIds: readonly string[]): Promise<SaveResult>;
  close(): void;
}

/** Opens the op log of an exam room on a tablet that stores the room's upload token. */
export async function openRoomSession(deps: AttemptSessionDeps): Promise<RoomSession> {
  const { attemptId, peers, store, vault } = deps;
  const ledger = await AttemptLedger.load(store, vault, attemptId, 'tablet');
  const writer = new OpWriter(deps, ledger);
  const report = createFaultReporter(deps.onFault, 'room');
  const serial = createSerialQueue();
  const listeners = new Listeners();
  let failure: RoomView['failure'] = null;
  let isReachable = true;
  let cachedView: RoomView | undefined;

  const notifyChange = (): void => {
    cachedView = undefined;
    listeners.notify();
  };
  const buildView = (): RoomView => {
    const rows = new Map(ledger.rows.map((row) => [row.streamId, row]));
    const acts = ledger.listCommands().map((act) => {
      const row = rows.get(act.streamId);
      return { ...act, delivered: row !== undefined && act.seq <= countHeldOps(row) };
    });
    return { commands: acts, ...countOps(ledger.rows), reachable: isReachable, failure };
  };
  const unsubscribe = peers.onAnnounced((note) => {
    if (note.kind === 'reachable' && note.reachable !== isReachable) {
      isReachable = note.reachable;
      notifyChange();
    }
    if (note.kind === 'changed' && note.attemptId === attemptId)
      // Only report a failed read: the next message tries again, and the screen stays as it is.
      void serial.run(() => ledger.refresh().then(notifyChange)).catch(report);
  });

  return {
    view: () => (cachedView ??= buildView()),
    subscribe: listeners.subscribe,
    recordCommand: (actId, act, attemptIds) =>
      serial.run(async () => {
        try {
          // After a repeated click or call, the command is recorded already.
          if (ledger.listCommands().some((recorded) => recorded.actId === actId)) return 'saved';
          const outcome = await writer.write('room.act@1', { actId, act, attemptIds: [...attemptIds] });
          failure = null;
          if (outcome === 'closed') return 'closed';
          peers.announce({ kind: 'changed', attemptId });
          peers.announce({ kind: 'written', awaited: true });
          return 'saved';
        } catch (fault) {
          if (fault instanceof StorageFault) failure = fault.kind;
          else if (fault instanceof PayloadTooLarge) failure = 'tooLarge';
          else throw fault;
          return 'failed';
        } finally {
          notifyChange();
        }
      }),
    close() {
      unsubscribe();
      listeners.clear();
    },
  };
}
