import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

/** Lists draft plans that examinees can be added to, soonest first; at most 200. */
export async function listDraftPlans(
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
