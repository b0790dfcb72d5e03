import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

/** Columns of a plan that everybody with a duty in it is shown. */
export const dutyPlanColumns = [
  'exam_plan.id as planId',
  'exam_plan.school_id as schoolId',
  'exam_plan.name as planName',
  'exam_plan.start_ms',
  'exam_plan.duration_ms',
  'exam_plan.entry_limit_ms',
  'exam_plan.earliest_hand_in_ms',
  'exam_plan.published_ms',
  'exam_plan.withdrawn_ms',
  'exam_plan.withdraw_reason',
  'exam_plan.released_ms',
  'exam_plan.lockdown',
] as const;

/** Reads the rooms of published and withdrawn exams in which a person is an invigilator. */
export function createDutyReads(db: Kysely<Database>) {
  const duty = (schoolId: number, userId: number) =>
    db
      .selectFrom('exam_staff')
      .innerJoin('exam_plan', 'exam_plan.id', 'exam_staff.plan_id')
      .innerJoin('exam_room', 'exam_room.id', 'exam_staff.room_id')
      .where('exam_staff.user_id', '=', userId)
      .where('exam_plan.school_id', '=', schoolId)
      .where((eb) => eb.or([eb('published_ms', 'is not', null), eb('withdrawn_ms', 'is not', null)]))
      .select([...dutyPlanColumns, 'exam_room.id as roomId', 'exam_room.name as roomName']);

  return {
    /** Lists the rooms of exams that end after `endAfterMs`, in the order of their start, with the number of seated examinees. */
    rooms: (schoolId: number, userId: number, endAfterMs: number) =>
      duty(schoolId, userId)
        .leftJoin('exam_place', 'exam_place.id', 'exam_room.place_id')
        .leftJoin('exam_confirmation', (join) =>
          join.onRef('exam_confirmation.plan_id', '=', 'exam_staff.plan_id').onRef('exam_confirmation.user_id', '=', 'exam_staff.user_id'),
        )
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', endAfterMs))
        .select((eb) => [
          'exam_room.location',
          'exam_place.name as place',
          'exam_place.address',
          'exam_confirmation.confirmed_ms as confirmedMs',
          eb
            .selectFrom('exam_seat')
            .whereRef('exam_seat.plan_id', '=', 'exam_plan.id')
            .whereRef('exam_seat.room_id', '=', 'exam_room.id')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .as('people'),
        ])
        .orderBy('start_ms')
        .orderBy('exam_plan.id')
        .orderBy('exam_room.name')
        .execute(),

    /** Lists the rooms of one plan. */
    roomsIn: (schoolId: number, userId: number, planId: number) =>
      duty(schoolId, userId).where('exam_plan.id', '=', planId).orderBy('exam_room.name').execute(),
  };
}
export type DutyPlan = Awaited<ReturnType<ReturnType<typeof createDutyReads>['roomsIn']>>[number];
