import type { AnswerLog } from '../../server/answer-log/answer-log.ts';
import { createRoomLogReads } from '../../server/answer-log/calls/room-log-reads.ts';
import type { OpBook } from './op-book.ts';
import type { SimRoom } from './sim-room.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Longest time, in milliseconds, from a room command's arrival to its decision. On a full disk, the server can try twice in this time. */
const soonMs = 10_000;

/**
 * Property 11, checked during the run: a room command is decided within 10 s of reaching the log, or of a server start that finds it
 * undecided. A check at the end would prove nothing, because any later command makes the server decide all open commands of the room.
 */
export function watchCommandDecisions(
  { time, book, server }: { readonly time: VirtualTime; readonly book: OpBook; readonly server: SimServer },
  room: SimRoom,
  answerLog: AnswerLog,
): void {
  const rooms = createRoomLogReads(answerLog);
  const open = (): Set<string> =>
    new Set(rooms.listCommands(room.logId).flatMap((act) => (act.isJudged ? [] : [`${act.streamId}:${act.seq}`])));
  const expectSoon = (): void => {
    const waiting = open();
    if (waiting.size === 0) return;
    time.after(soonMs, () => {
      if (!server.up || server.answerLog !== answerLog) return;
      for (const key of open()) if (waiting.has(key)) book.fault('11 rooms', `${key} lies in the log of its room and nobody judges it`);
    });
  };
  rooms.onRoomOps((id) => {
    if (id === room.logId) expectSoon();
  });
  void rooms.waitUntilProjected().then(expectSoon, () => undefined);
}
