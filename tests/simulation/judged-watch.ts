import type { Ingest } from '../../server/ingest/ingest.ts';
import { roomLogReads } from '../../server/modules/sync/room-log-reads.ts';
import type { OpBook } from './op-book.ts';
import type { SimRoom } from './sim-room.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Two tries that meet a full disk, and some. */
const soonMs = 10_000;

/**
 * Property 11, all along: what a tablet did is judged soon after it is in the log, and soon after a server starts that finds it there. At the
 * end of a history it would be in any case: somebody always says something more, and that has the whole room looked at.
 */
export function watchJudged(
  { time, book, server }: { readonly time: VirtualTime; readonly book: OpBook; readonly server: SimServer },
  room: SimRoom,
  ingest: Ingest,
): void {
  const rooms = roomLogReads(ingest);
  const open = (): Set<string> => new Set(rooms.acts(room.logId).flatMap((act) => (act.isJudged ? [] : [`${act.streamId}:${act.seq}`])));
  const expectSoon = (): void => {
    const waiting = open();
    if (waiting.size === 0) return;
    time.after(soonMs, () => {
      if (!server.up || server.ingest !== ingest) return;
      for (const key of open()) if (waiting.has(key)) book.fault('11 rooms', `${key} lies in the log of its room and nobody judges it`);
    });
  };
  rooms.onHeard((id) => {
    if (id === room.logId) expectSoon();
  });
  void rooms.untilProjected().then(expectSoon, () => undefined);
}
