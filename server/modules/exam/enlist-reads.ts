import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Plans people can be put into: still to be published, soonest first. */
export async function draftPlans(
  db: Kysely<Database>,
  schoolId: number,
): Promise<{ id: number; name: string; startMs: number; examinees: number }[]> {
  const rows = await db
    .selectFrom('exam_plan')
    .where('school_id', '=', schoolId)
    .where('published_ms', 'is', null)
    .where('withdrawn_ms', 'is', null)
    .select((eb) => [
      'id',
      'name',
      'start_ms as startMs',
      eb
        .selectFrom('exam_examinee')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('exam_examinee.plan_id', '=', 'exam_plan.id')
        .as('examinees'),
    ])
    .orderBy('start_ms')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, examinees: row.examinees ?? 0 }));
}
