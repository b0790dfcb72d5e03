import type { Kysely, Selectable } from 'kysely';
import type { PlanRoom } from '../../../../../sync/contract/exams/exam-seating.ts';
import { type RoomLayoutSeat, formatSeatLabel, listRoomSeats, getVariantAtPlace } from '../../../../../sync/domain/exams/room-seats.ts';
import type { Database } from '../../../../db/schema.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { filterValidSeats, type OccupiedSeat } from './seat-arrangement.ts';
import { createSeatingStore } from './seating-store.ts';
import { formatTicketNumber } from './ticket-numbers.ts';

type PlanRow = Selectable<Database['exam_plan']>;

/** Seat of one examinee of a plan. */
export interface AssignedSeat {
  readonly roomId: number;
  readonly seatNo: number;
  readonly label: string;
  readonly variant: string;
  /** Position of the room in the plan, from 1. */
  readonly roomNo: number;
}
export interface PlanSeating {
  readonly rooms: readonly (PlanRoom & { readonly seats: readonly RoomLayoutSeat[] })[];
  readonly occupiedSeats: readonly OccupiedSeat[];
  readonly seatOf: ReadonlyMap<number, AssignedSeat>;
}

type SeatedPlan = Pick<PlanRow, 'id' | 'school_id'>;

/** Reads the seats of a plan as its rooms are now; a seat that its room no longer has is dropped. `db` may be the publishing transaction. */
export async function readPlanSeating(
  db: Kysely<Database>,
  plan: SeatedPlan,
  userIds: readonly number[],
  variants: readonly string[],
): Promise<PlanSeating> {
  const store = createSeatingStore(db);
  const rooms = (await createRoomReads(db).rooms(plan.school_id, await store.roomIds(plan.id))).map((room) => ({
    ...room,
    seats: listRoomSeats(room),
  }));
  const people = userIds.map((userId) => ({ userId, className: '', employer: '' }));
  const validSeats = filterValidSeats({ rooms, people, keptSeats: await store.seats(plan.id) });
  // Two exam places may each have a room "第一考场". The label then also names the place.
  const names = new Set(rooms.map((room) => room.name));
  const getRoomLabel = (room: PlanRoom): string =>
    names.size < rooms.length && room.place !== '' ? `${room.place} ${room.name}` : room.name;
  const byId = new Map(rooms.map((room, at) => [room.id, { room, at }]));
  const seatOf = new Map<number, AssignedSeat>();
  for (const { userId, roomId, seatNo } of validSeats) {
    const found = byId.get(roomId);
    const seat = found?.room.seats[seatNo - 1];
    if (!found || !seat) continue;
    const variant = getVariantAtPlace(seat.row, seat.column, variants);
    seatOf.set(userId, { roomId, seatNo, label: formatSeatLabel(getRoomLabel(found.room), seatNo), variant, roomNo: found.at + 1 });
  }
  return { rooms, occupiedSeats: validSeats, seatOf };
}

/** Computes every examinee's ticket number, by the plan's pattern or, without a pattern, the person's own. */
export const computeTicketNumbers = (
  plan: Pick<PlanRow, 'ticket_pattern' | 'start_ms'>,
  people: readonly { readonly userId: number; readonly ownTicketNo: string }[],
  seatOf: PlanSeating['seatOf'],
): Map<number, string> =>
  new Map(
    people.map(({ userId, ownTicketNo }, position) => {
      const seat = seatOf.get(userId);
      const numbered = { position, room: seat?.roomNo ?? 0, seat: seat?.seatNo ?? 0 };
      return [userId, plan.ticket_pattern === '' ? ownTicketNo : formatTicketNumber(plan.ticket_pattern, plan.start_ms, numbered)];
    }),
  );
