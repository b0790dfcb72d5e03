import { type Kysely, type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import type { OccupiedSeat } from './seat-arrangement.ts';
import { sliceValues } from '../../../../db/slice-values.ts';

type PlanTimes = Pick<Selectable<Database['exam_plan']>, 'id' | 'start_ms' | 'duration_ms'>;

/** Replaces the rooms and marker groups of a plan, in the given order. */
export async function writePlanRooms(
  tx: Transaction<Database>,
  planId: number,
  { roomIds, markerGroupIds }: { readonly roomIds: readonly number[]; readonly markerGroupIds: readonly number[] },
): Promise<void> {
  await tx.deleteFrom('exam_plan_room').where('plan_id', '=', planId).execute();
  await tx.deleteFrom('exam_plan_group').where('plan_id', '=', planId).execute();
  const rooms = roomIds.map((room_id, position) => ({ plan_id: planId, room_id, position }));
  const groups = markerGroupIds.map((group_id, position) => ({ plan_id: planId, group_id, position }));
  if (rooms.length > 0) await tx.insertInto('exam_plan_room').values(rooms).execute();
  if (groups.length > 0) await tx.insertInto('exam_plan_group').values(groups).execute();
  // Delete seats and duties in rooms that the plan gave up, and seats of people who are no longer examinees.
  const deleteOrphans = (table: 'exam_seat' | 'exam_staff') =>
    tx
      .deleteFrom(table)
      .where('plan_id', '=', planId)
      .where('room_id', 'not in', (eb) => eb.selectFrom('exam_plan_room').select('room_id').where('plan_id', '=', planId))
      .execute();
  await deleteOrphans('exam_seat');
  await deleteOrphans('exam_staff');
  await tx
    .deleteFrom('exam_seat')
    .where('plan_id', '=', planId)
    .where('user_id', 'not in', (eb) => eb.selectFrom('exam_examinee').select('user_id').where('plan_id', '=', planId))
    .execute();
}

/** Replaces rooms of a plan (`replacements`: old id to new id) and moves their invigilators to the new ones. */
export async function replaceRooms(
  tx: Transaction<Database>,
  planId: number,
  roomIds: readonly number[],
  replacements: ReadonlyMap<number, number>,
): Promise<void> {
  await tx.deleteFrom('exam_plan_room').where('plan_id', '=', planId).execute();
  await tx
    .insertInto('exam_plan_room')
    .values(roomIds.map((room_id, position) => ({ plan_id: planId, room_id, position })))
    .execute();
  for (const [from, to] of replacements)
    for (const table of ['exam_staff', 'paper_register'] as const)
      await tx.updateTable(table).set({ room_id: to }).where('plan_id', '=', planId).where('room_id', '=', from).execute();
}

/** Replaces all seats of a plan. */
export async function writeSeats(tx: Transaction<Database>, planId: number, seats: readonly OccupiedSeat[]): Promise<void> {
  await tx.deleteFrom('exam_seat').where('plan_id', '=', planId).execute();
  const rows = seats.map(({ userId, roomId, seatNo }) => ({ plan_id: planId, user_id: userId, room_id: roomId, seat_no: seatNo }));
  for (const some of sliceValues(rows, 500)) await tx.insertInto('exam_seat').values(some).execute();
}

/** Stores a plan's rooms, marker groups, seats and invigilators. `db` may be a transaction. */
export function createSeatingStore(db: Kysely<Database>) {
  return {
    async roomIds(planId: number): Promise<number[]> {
      const rows = await db.selectFrom('exam_plan_room').select('room_id').where('plan_id', '=', planId).orderBy('position').execute();
      return rows.map((row) => row.room_id);
    },

    async groupIds(planId: number): Promise<number[]> {
      const rows = await db.selectFrom('exam_plan_group').select('group_id').where('plan_id', '=', planId).orderBy('position').execute();
      return rows.map((row) => row.group_id);
    },

    async seats(planId: number): Promise<OccupiedSeat[]> {
      const rows = await db
        .selectFrom('exam_seat')
        .select(['user_id', 'room_id', 'seat_no'])
        .where('plan_id', '=', planId)
        .orderBy('room_id')
        .orderBy('seat_no')
        .execute();
      return rows.map((row) => ({ userId: row.user_id, roomId: row.room_id, seatNo: row.seat_no }));
    },

    async seatOf(planId: number, userId: number): Promise<OccupiedSeat | undefined> {
      const row = await db
        .selectFrom('exam_seat')
        .select(['room_id', 'seat_no'])
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && { userId, roomId: row.room_id, seatNo: row.seat_no };
    },

    /** Lists the invigilators of a plan's rooms, with the time (ms) at which each confirmed the duty. */
    staff: (planId: number) =>
      db
        .selectFrom('exam_staff')
        .innerJoin('user', 'user.id', 'exam_staff.user_id')
        .leftJoin('exam_confirmation', (join) =>
          join.onRef('exam_confirmation.plan_id', '=', 'exam_staff.plan_id').onRef('exam_confirmation.user_id', '=', 'exam_staff.user_id'),
        )
        .where('exam_staff.plan_id', '=', planId)
        .select(['exam_staff.user_id as userId', 'user.name', 'room_id as roomId', 'confirmed_ms as confirmedMs'])
        .orderBy('room_id')
        .orderBy('user.name')
        .orderBy('exam_staff.user_id')
        .execute(),

    async setStaff(seat: { planId: number; roomId: number; userId: number }, on: boolean): Promise<boolean> {
      const row = { plan_id: seat.planId, room_id: seat.roomId, user_id: seat.userId };
      const staffRow = await db
        .selectFrom('exam_staff')
        .selectAll()
        .where((eb) => eb.and(row))
        .executeTakeFirst();
      if ((staffRow !== undefined) === on) return false;
      if (on) await db.insertInto('exam_staff').values(row).execute();
      else
        await db
          .deleteFrom('exam_staff')
          .where((eb) => eb.and(row))
          .execute();
      return true;
    },

    /** Lists the rooms of a plan that another published exam uses at the same time. */
    async roomsTaken(plan: PlanTimes): Promise<number[]> {
      const rows = await db
        .selectFrom('exam_plan_room as mine')
        .innerJoin('exam_plan_room as theirs', 'theirs.room_id', 'mine.room_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'theirs.plan_id')
        .where('mine.plan_id', '=', plan.id)
        .where(isPublishedMeanwhile(plan))
        .select('mine.room_id')
        .distinct()
        .execute();
      return rows.map((row) => row.room_id);
    },

    /** Lists the invigilators of a plan who are assigned to another published exam at the same time. */
    async listBusyStaff(plan: PlanTimes): Promise<number[]> {
      const rows = await db
        .selectFrom('exam_staff as mine')
        .innerJoin('exam_staff as theirs', 'theirs.user_id', 'mine.user_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'theirs.plan_id')
        .where('mine.plan_id', '=', plan.id)
        .where(isPublishedMeanwhile(plan))
        .select('mine.user_id')
        .distinct()
        .execute();
      return rows.map((row) => row.user_id);
    },

    /** Pairs each examinee of a plan with the teachers of their class. */
    async teachersOf(planId: number): Promise<{ userId: number; examineeId: number }[]> {
      const taught = db
        .selectFrom('class_teacher')
        .select(['class_id', 'user_id'])
        .union(
          db
            .selectFrom('class')
            .where('head_teacher_id', 'is not', null)
            .select(['id as class_id', (eb) => eb.fn.coalesce('head_teacher_id', eb.lit(0)).as('user_id')]),
        )
        .as('taught');
      return db
        .selectFrom('exam_examinee')
        .innerJoin('user', 'user.id', 'exam_examinee.user_id')
        .innerJoin(taught, 'taught.class_id', 'user.class_id')
        .where('plan_id', '=', planId)
        .select(['taught.user_id as userId', 'exam_examinee.user_id as examineeId'])
        .execute();
    },

    /** Lists the given ticket numbers that belong to other people, as a person's own number or in a published exam that is not over. */
    async ticketsOfOthers(schoolId: number, planId: number, tickets: ReadonlyMap<string, number>, nowMs: number): Promise<string[]> {
      const takenNumbers: string[] = [];
      const numbers = [...tickets.keys()];
      for (const slice of sliceValues(numbers, 500)) {
        const userTickets = await db
          .selectFrom('user')
          .select(['ticket_no', 'id as user_id'])
          .where('school_id', '=', schoolId)
          .where('ticket_no', 'in', slice)
          .execute();
        const examineeTickets = await db
          .selectFrom('exam_examinee')
          .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
          .select(['ticket_no', 'user_id'])
          .where('school_id', '=', schoolId)
          .where('exam_plan.id', '<>', planId)
          .where('published_ms', 'is not', null)
          .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', nowMs))
          .where('ticket_no', 'in', slice)
          .execute();
        for (const { ticket_no, user_id } of [...userTickets, ...examineeTickets])
          if (ticket_no !== null && tickets.get(ticket_no) !== user_id) takenNumbers.push(ticket_no);
      }
      return [...new Set(takenNumbers)];
    },
  };
}

/** Matches plans (`exam_plan`) other than this one that are published and overlap it in time. */
const isPublishedMeanwhile = ({ id, start_ms, duration_ms }: PlanTimes) => sql<SqlBool>`
  exam_plan.id <> ${id} AND exam_plan.published_ms IS NOT NULL
  AND exam_plan.start_ms < ${start_ms + duration_ms} AND exam_plan.start_ms + exam_plan.duration_ms > ${start_ms}`;
