import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Results by the dozen, from the scores as they were marked last: for figures, not for a person's own result. */
export function resultReads(db: Kysely<Database>) {
  return {
    /** Class (null: none) → how many results its students have, and how many of them passed. */
    async byClass(schoolId: number): Promise<Map<number | null, { scored: number; passed: number }>> {
      const rows = await db
        .selectFrom('attempt_score')
        .innerJoin('exam_examinee', 'exam_examinee.attempt_id', 'attempt_score.attempt_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'attempt_score.plan_id')
        .innerJoin('exam_package', (join) =>
          join.onRef('exam_package.plan_id', '=', 'attempt_score.plan_id').onRef('exam_package.variant', '=', 'exam_examinee.variant'),
        )
        .innerJoin('user', 'user.id', 'exam_examinee.user_id')
        .where('exam_plan.school_id', '=', schoolId)
        .select(['user.class_id', (eb) => eb.fn.countAll<number>().as('scored')])
        .select((eb) =>
          eb.fn
            .sum<number>(
              eb
                .case()
                .when('attempt_score.points_cent', '>=', eb(eb.ref('exam_package.pass_points'), '*', 100))
                .then(1)
                .else(0)
                .end(),
            )
            .as('passed'),
        )
        .groupBy('user.class_id')
        .execute();
      return new Map(rows.map((row) => [row.class_id, { scored: row.scored, passed: row.passed }]));
    },
  };
}
