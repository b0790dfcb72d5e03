import type { Kysely } from 'kysely';
import { createRowOwnerStore, type Viewer } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import type { PlanTableRow } from '../plan/exam-store.ts';

/** Finds exams that overlap in time and share examinees. */
export function createOverlapStore(db: Kysely<Database>) {
  return {
    /**
     * Lists exams that overlap a plan and share examinees with it: published exams, and other parts of the same exam unless withdrawn. Ordered by the
     * plan's list of examinees.
     */
    findOverlaps: ({
      id,
      part_of,
      school_id,
      start_ms,
      duration_ms,
    }: Pick<PlanTableRow, 'id' | 'part_of' | 'school_id' | 'start_ms' | 'duration_ms'>) =>
      db
        .selectFrom('exam_examinee as mine')
        .innerJoin('exam_examinee as theirs', 'theirs.user_id', 'mine.user_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'theirs.plan_id')
        .where('mine.plan_id', '=', id)
        .where('theirs.plan_id', '<>', id)
        .where('exam_plan.school_id', '=', school_id)
        .where((eb) =>
          eb.or([
            eb('exam_plan.published_ms', 'is not', null),
            eb.and([
              eb('exam_plan.withdrawn_ms', 'is', null),
              eb.or([eb('exam_plan.id', '=', part_of ?? id), eb('exam_plan.part_of', '=', part_of ?? id)]),
            ]),
          ]),
        )
        .where('exam_plan.kind', '=', 'exam')
        .where('exam_plan.start_ms', '<', start_ms + duration_ms)
        .where((eb) => eb(eb('exam_plan.start_ms', '+', eb.ref('exam_plan.duration_ms')), '>', start_ms))
        .select([
          'mine.user_id',
          'mine.name',
          'exam_plan.id as plan_id',
          'exam_plan.name as exam',
          'exam_plan.start_ms',
          'exam_plan.duration_ms',
        ])
        .orderBy('mine.position')
        .orderBy('exam_plan.start_ms')
        .execute(),

    /** Returns those of `planIds` that the viewer may read. */
    async readable(viewer: Viewer, planIds: readonly number[]): Promise<Set<number>> {
      if (planIds.length === 0) return new Set();
      const mine = createRowOwnerStore(db).readable('plan', viewer);
      const all = db.selectFrom('exam_plan').select('id').where('id', 'in', planIds);
      return new Set((await (mine ? all.where(mine) : all).execute()).map((row) => row.id));
    },
  };
}
