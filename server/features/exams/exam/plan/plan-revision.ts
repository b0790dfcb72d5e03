import type { Transaction } from 'kysely';
import type { ParsedCallInput } from '../../../../../sync/contract/call.ts';
import type { PlanChanges, revisionCalls } from '../../../../../sync/contract/exams/exam-revision.ts';
import type { Database } from '../../../../db/schema.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { createExamStore, type PlanObstacle, type PlanTableRow, type RevisionResult } from '../exam-store.ts';
import { updateSeatLabels } from '../examinees/examinee-store.ts';
import { joinPlan, type JoiningExaminee } from './plan-joining-store.ts';
import { readPlanSeating } from '../seating/plan-seating.ts';
import type { OccupiedSeat } from '../seating/seat-arrangement.ts';
import { replaceRooms, createSeatingStore, writeSeats } from '../seating/seating-store.ts';

type Amendment = Omit<ParsedCallInput<(typeof revisionCalls)['amend']>, 'id' | 'version' | 'reason' | 'join'>;

const columns = {
  startMs: 'start_ms',
  durationMs: 'duration_ms',
  entryLimitMs: 'entry_limit_ms',
  earliestHandInMs: 'earliest_hand_in_ms',
} as const;
type TimeName = keyof typeof columns;
const timeNames = Object.keys(columns) as TimeName[];

/** Returns the times of a plan after an amendment. */
export const computeAmendedTimes = (plan: PlanTableRow, wish: Amendment): Record<TimeName, number> => ({
  startMs: wish.startMs ?? plan.start_ms,
  durationMs: wish.durationMs ?? plan.duration_ms,
  entryLimitMs: wish.entryLimitMs ?? plan.entry_limit_ms,
  earliestHandInMs: wish.earliestHandInMs ?? plan.earliest_hand_in_ms,
});

/** Moves examinees to new seats. An examinee who sits on the wanted seat takes the seat that becomes free. */
function moveAll(seats: readonly OccupiedSeat[], moves: NonNullable<Amendment['seats']>): OccupiedSeat[] {
  const now = seats.map((seat) => ({ ...seat }));
  for (const { userId, roomId, seatNo } of moves) {
    const mover = now.find((seat) => seat.userId === userId);
    if (mover === undefined) continue;
    const sits = now.find((seat) => seat.roomId === roomId && seat.seatNo === seatNo);
    if (sits !== undefined) Object.assign(sits, { roomId: mover.roomId, seatNo: mover.seatNo });
    Object.assign(mover, { roomId, seatNo });
  }
  return now;
}

/** Writes an amendment's changes to rooms, seats and examinees, and returns them. The caller writes the plan's own row. */
export async function revisePlan(
  tx: Transaction<Database>,
  plan: PlanTableRow,
  wish: Amendment,
  { joiners, nowMs }: { readonly joiners: readonly JoiningExaminee[]; readonly nowMs: number },
): Promise<PlanObstacle | RevisionResult> {
  const after = computeAmendedTimes(plan, wish);
  const changes: PlanChanges = {};
  const written: Record<string, number | string> = {};
  for (const name of timeNames) {
    const from = plan[columns[name]];
    if (after[name] === from) continue;
    changes[name] = { from, to: after[name] };
    written[columns[name]] = after[name];
  }
  if (wish.notice !== undefined && wish.notice !== plan.notice) {
    changes.notice = { from: plan.notice, to: wish.notice };
    written['notice'] = wish.notice;
  }
  const seated = await reseated(tx, plan, wish);
  if (typeof seated === 'string') return seated;
  const joined = await joinPlan(tx, { ...plan, start_ms: after.startMs }, joiners, nowMs);
  if (typeof joined === 'string') return joined;
  const times = { id: plan.id, start_ms: after.startMs, duration_ms: after.durationMs };
  if ((await createSeatingStore(tx).roomsTaken(times)).length > 0) return 'roomTaken';
  return { columns: written, changes: { ...changes, ...seated, ...joined } };
}

async function reseated(
  tx: Transaction<Database>,
  plan: PlanTableRow,
  { rooms = [], seats = [] }: Amendment,
): Promise<PlanObstacle | Pick<PlanChanges, 'rooms' | 'seats'>> {
  if (rooms.length === 0 && seats.length === 0) return {};
  const store = createSeatingStore(tx);
  const examinees = await createExamStore(tx).examinees([plan.id]);
  const had = await store.roomIds(plan.id);
  const instead = new Map(rooms.map(({ from, to }) => [from, to]));
  const has = had.map((id) => instead.get(id) ?? id);
  const known = new Map((await createRoomReads(tx).rooms(plan.school_id, [...new Set([...had, ...has])])).map((room) => [room.id, room]));
  const isReal = rooms.every(({ from, to }) => had.includes(from) && known.has(to)) && new Set(has).size === has.length;
  if (!isReal || instead.size < rooms.length) return 'roomUnknown';
  if (seats.some(({ userId, roomId }) => !has.includes(roomId) || !examinees.some((row) => row.user_id === userId))) return 'seatUnknown';

  await replaceRooms(tx, plan.id, has, instead);
  const kept = (await store.seats(plan.id)).map((seat) => ({ ...seat, roomId: instead.get(seat.roomId) ?? seat.roomId }));
  await writeSeats(tx, plan.id, moveAll(kept, seats));
  const ids = examinees.map((row) => row.user_id);
  // The variants are ignored here: a moved examinee keeps their paper, because their PC may hold it already.
  const { seatOf } = await readPlanSeating(tx, plan, ids, ['A']);
  if (seatOf.size < ids.length) return 'seatUnknown';
  const moved = examinees.flatMap(({ user_id: userId, name, seat_label: from }) => {
    const to = seatOf.get(userId)?.label ?? '';
    return to === from ? [] : [{ userId, name, from, to }];
  });
  await updateSeatLabels(tx, plan.id, moved);
  const named = (id: number) => ({ id, name: known.get(id)?.name ?? '' });
  return {
    ...(rooms.length > 0 && { rooms: rooms.map(({ from, to }) => ({ from: named(from), to: named(to) })) }),
    ...(moved.length > 0 && { seats: moved }),
  };
}
