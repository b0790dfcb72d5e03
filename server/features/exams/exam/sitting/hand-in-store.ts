import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

/** Finds the exams of attempts, for the webhook events that report hand-ins. */
export function createHandInStore(db: Kysely<Database>) {
  const attempts = (schoolIds: readonly number[]) =>
    db
      .selectFrom('exam_examinee')
      .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
      .where('exam_plan.kind', '=', 'exam')
      .where('exam_plan.school_id', 'in', schoolIds)
      .where('exam_plan.published_ms', 'is not', null);

  return {
    /** Reads the given attempts that belong to exams of these schools. Other attempts are missing in the result. */
    find: (schoolIds: readonly number[], attemptIds: readonly string[]) =>
      attempts(schoolIds)
        .where('exam_examinee.attempt_id', 'in', attemptIds)
        .select((eb) => [
          eb.fn.coalesce('exam_examinee.attempt_id', eb.val('')).as('attemptId'),
          'exam_examinee.user_id as userId',
          'exam_plan.id as planId',
          'exam_plan.name as planName',
          'exam_plan.school_id as schoolId',
        ])
        .execute(),

    /** Lists the attempts at exams that began between two times (ms since 1970). */
    async listBegun(schoolIds: readonly number[], fromMs: number, untilMs: number): Promise<string[]> {
      const rows = await attempts(schoolIds)
        .where('exam_plan.start_ms', '>=', fromMs)
        .where('exam_plan.start_ms', '<=', untilMs)
        .select('exam_examinee.attempt_id')
        .execute();
      return rows.flatMap((row) => row.attempt_id ?? []);
    },
  };
}
