import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Reads the rows that an archive stores unchanged. */
export function createArchiveStore(db: Kysely<Database>) {
  return {
    plan: (schoolId: number, planId: number) =>
      db
        .selectFrom('exam_plan')
        .innerJoin('school', 'school.id', 'exam_plan.school_id')
        .select([
          'exam_plan.id',
          'exam_plan.name',
          'school_id',
          'school.title as school',
          'start_ms',
          'duration_ms',
          'published_ms',
          'released_ms',
        ])
        .where('exam_plan.id', '=', planId)
        .where('school_id', '=', schoolId)
        .where('kind', '=', 'exam')
        .executeTakeFirst(),

    /** Lists the school's exams with released scores that ended before `beforeMs`, oldest first. */
    listEnded: (schoolId: number, beforeMs: number, limit: number) =>
      db
        .selectFrom('exam_plan')
        .select(['id', 'name', 'start_ms', 'duration_ms'])
        .where('school_id', '=', schoolId)
        .where('kind', '=', 'exam')
        .where('released_ms', 'is not', null)
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '<', beforeMs))
        .orderBy('start_ms')
        .orderBy('id')
        .limit(limit)
        .execute(),

    people: (planId: number) =>
      db
        .selectFrom('exam_examinee')
        .select(['user_id', 'name', 'ticket_no', 'seat_label', 'attempt_id', 'variant', 'entered_ms', 'waived_ms', 'waive_reason'])
        .where('plan_id', '=', planId)
        .orderBy('position')
        .execute(),

    variants: (planId: number) =>
      db
        .selectFrom('exam_package')
        .select(['variant', 'pass_points', 'total_points', 'paper_name', 'sections'])
        .where('plan_id', '=', planId)
        .orderBy('variant')
        .execute(),

    texts: (planId: number, variant: string) =>
      db
        .selectFrom('exam_item')
        .select(['item_id', 'stem', 'options'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .execute(),

    corrections: (planId: number) => db.selectFrom('key_correction').selectAll().where('plan_id', '=', planId).orderBy('id').execute(),

    reviews: (planId: number) => db.selectFrom('score_review').selectAll().where('plan_id', '=', planId).orderBy('user_id').execute(),

    certificates: (planId: number) =>
      db
        .selectFrom('certificate')
        .select(['number', 'user_id', 'name', 'profession', 'level', 'parts', 'issued_ms', 'revoked_ms', 'revoke_reason'])
        .where('plan_id', '=', planId)
        .orderBy('number')
        .execute(),
  };
}
export type ArchivePlanRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createArchiveStore>['plan']>>>;
