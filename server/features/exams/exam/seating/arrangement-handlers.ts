import { type Handlers } from '../../../../http/handler.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { readExamineeFacts } from '../../../people/user/examinee-facts-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createStationDrawStore, findOwnDraw } from '../draw/station-draw-store.ts';
import { createSeatingStore } from './seating-store.ts';
import { createSittingStore } from '../sitting/sitting-store.ts';

/** Lists the caller's own exams with room, seat, invigilators and marker groups. The caller is the only examinee that it names. */
export function createArrangementHandlers({ db, keys }: ExamDeps): Pick<Handlers<'exam'>, 'myArrangement'> {
  const seats = createSeatingStore(db);
  return {
    async myArrangement(_input, { caller }) {
      const sittings = (await createSittingStore(db).allOfUser(caller.schoolId, caller.userId)).filter((one) => one.withdrawn_ms === null);
      const me = (await readExamineeFacts(db, keys.personal, [caller.userId])).get(caller.userId);
      if (!me) return { items: [] };
      const { ownTicketNo: _own, ...own } = me;
      const items = [];
      for (const sitting of sittings) {
        const seat = await seats.seatOf(sitting.plan_id, caller.userId);
        const [room] = seat ? await createRoomReads(db).rooms(caller.schoolId, [seat.roomId]) : [];
        const staff = seat ? (await seats.staff(sitting.plan_id)).filter((one) => one.roomId === seat.roomId) : [];
        const groups = await createRoomReads(db).groups(caller.schoolId, await seats.groupIds(sitting.plan_id));
        items.push({
          planId: sitting.plan_id,
          name: sitting.name,
          startMs: sitting.start_ms,
          durationMs: sitting.duration_ms,
          entryLimitMs: sitting.entry_limit_ms,
          room: room ?? null,
          seatNo: seat?.seatNo ?? null,
          invigilators: staff.map((one) => one.name),
          markerGroups: groups.map((group) => group.name),
          draw: findOwnDraw(await createStationDrawStore(db).newest(sitting.plan_id), sitting.start_ms, caller.userId),
          me: {
            ...own,
            ticketNo: sitting.ticket_no,
            seatLabel: sitting.seat_label,
            roomId: seat?.roomId ?? null,
            seatNo: seat?.seatNo ?? null,
          },
        });
      }
      return { items };
    },
  };
}
