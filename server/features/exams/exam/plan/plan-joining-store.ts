import type { Transaction } from 'kysely';
import type { PlanChanges } from '../../../../../sync/contract/exams/exam-revision.ts';
import { mapSeatMarks, formatPlaceKey } from '../../../../../sync/domain/exams/room-seats.ts';
import type { Database } from '../../../../db/schema.ts';
import { createQuestionUseWrites } from '../../../bank/question/question-use-writes.ts';
import type { ExamUser } from '../../../people/user/user-reads.ts';
import { insertAddedExaminees, firstVariant } from './examinee-store.ts';
import { createExamStore, type PlanObstacle, type PlanTableRow } from './exam-store.ts';
import { readPlanSeating } from '../seating/plan-seating.ts';
import type { OccupiedSeat } from '../seating/seat-arrangement.ts';
import { createSeatingStore, writeSeats } from '../seating/seating-store.ts';
import { formatTicketNumber } from '../seating/ticket-numbers.ts';

/** An examinee who joins a published plan, with their new attempt. */
export interface JoiningExaminee {
  readonly user: ExamUser;
  readonly attemptId: string;
}

/**
 * Adds examinees to a published plan. Each takes a free seat (seats for wheelchairs last), the variant of that seat, and a ticket number by the
 * plan's pattern. Examinees who are already in the plan keep their seats, papers and numbers. Returns the obstacle if there is no free seat or a
 * ticket number is taken.
 */
export async function joinPlan(
  tx: Transaction<Database>,
  plan: PlanTableRow,
  joiners: readonly JoiningExaminee[],
  nowMs: number,
): Promise<PlanObstacle | Pick<PlanChanges, 'joined'>> {
  if (joiners.length === 0) return {};
  const presentExaminees = await createExamStore(tx).examinees([plan.id]);
  const packages = await tx.selectFrom('exam_package').select('variant').where('plan_id', '=', plan.id).orderBy('variant').execute();
  const variants = packages.map((one) => one.variant);
  const ids = [...presentExaminees.map((row) => row.user_id), ...joiners.map(({ user }) => user.id)];
  const seatingBefore = await readPlanSeating(tx, plan, ids, variants);
  const seats = assignSeats(seatingBefore, joiners);
  if (seatingBefore.rooms.length > 0) {
    if (seats.length < joiners.length) return 'noFreeSeat';
    await writeSeats(tx, plan.id, [...seatingBefore.occupiedSeats, ...seats]);
  }
  const { seatOf } = await readPlanSeating(tx, plan, ids, variants);
  const firstPosition = presentExaminees.reduce((most, row) => Math.max(most, row.position + 1), 0);
  const entries = joiners.map(({ user, attemptId }, at) => {
    const seat = seatOf.get(user.id);
    const position = firstPosition + at;
    const numbered = { position, room: seat?.roomNo ?? 0, seat: seat?.seatNo ?? 0 };
    return {
      user,
      attemptId,
      position,
      ticketNo: plan.ticket_pattern === '' ? user.ticketNo : formatTicketNumber(plan.ticket_pattern, plan.start_ms, numbered),
      seatLabel: seat?.label ?? '',
      variant: seat?.variant ?? variants[position % variants.length] ?? firstVariant,
    };
  });
  if (plan.ticket_pattern !== '') {
    const holders = new Map(entries.map(({ ticketNo, user }) => [ticketNo, user.id]));
    const presentTicketNos = new Set(presentExaminees.map((row) => row.ticket_no));
    const isDuplicate = holders.size < entries.length || entries.some(({ ticketNo }) => presentTicketNos.has(ticketNo));
    if (isDuplicate || (await createSeatingStore(tx).ticketsOfOthers(plan.school_id, plan.id, holders, nowMs)).length > 0)
      return 'ticketTaken';
  }
  await insertAddedExaminees(tx, plan.id, entries);
  // Publishing has queued learner statistics for the plan's first examinees; queue them for the new ones too.
  const dueRows = entries.map(({ user }) => ({ plan_id: plan.id, user_id: user.id, school_id: plan.school_id, due_ms: 0 }));
  await tx
    .insertInto('learner_due')
    .values(dueRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [variant, sitting] of Map.groupBy(entries, (entry) => entry.variant)) {
    const items = await tx
      .selectFrom('exam_item')
      .select('question_id')
      .where('plan_id', '=', plan.id)
      .where('variant', '=', variant)
      .execute();
    await createQuestionUseWrites(tx).addExaminees(
      items.map((item) => item.question_id),
      sitting.length,
    );
  }
  return { joined: entries.map(({ user, seatLabel }) => ({ userId: user.id, name: user.name, to: seatLabel })) };
}

/** Assigns free seats in the order of rooms and seat numbers, accessible seats last. */
function assignSeats(
  { rooms, occupiedSeats }: Awaited<ReturnType<typeof readPlanSeating>>,
  joiners: readonly JoiningExaminee[],
): OccupiedSeat[] {
  const full = new Set(occupiedSeats.map((seat) => `${seat.roomId}/${seat.seatNo}`));
  const free = rooms.flatMap((room) => {
    const marks = mapSeatMarks(room);
    return room.seats
      .filter((seat) => !full.has(`${room.id}/${seat.no}`))
      .map((seat) => ({ roomId: room.id, seatNo: seat.no, isLast: marks.get(formatPlaceKey(seat.row, seat.column)) === 'accessible' }));
  });
  const usual = [...free.filter((seat) => !seat.isLast), ...free.filter((seat) => seat.isLast)];
  return joiners.flatMap(({ user }, at) => {
    const seat = usual[at];
    return seat ? [{ userId: user.id, roomId: seat.roomId, seatNo: seat.seatNo }] : [];
  });
}
