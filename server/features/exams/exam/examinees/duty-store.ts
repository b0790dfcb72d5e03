import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

/** Reads who marks which exams, and stores confirmations of duty. */
export function createDutyStore(db: Kysely<Database>) {
  return {
    /**
     * Lists the marker groups of published or withdrawn exams of a school that end after `endAfterMs`, with all their members. The caller selects the
     * groups of one person.
     */
    marked: (schoolId: number, endAfterMs: number) =>
      db
        .selectFrom('exam_plan')
        .innerJoin('exam_plan_group', 'exam_plan_group.plan_id', 'exam_plan.id')
        .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
        .where('exam_plan.school_id', '=', schoolId)
        .where((eb) => eb.or([eb('published_ms', 'is not', null), eb('withdrawn_ms', 'is not', null)]))
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', endAfterMs))
        .select([
          'exam_plan.id as planId',
          'exam_plan.name as planName',
          'start_ms',
          'duration_ms',
          'withdrawn_ms',
          'marker_group.name as group',
          'leader_id as leaderId',
          'members',
        ])
        .orderBy('start_ms')
        .orderBy('exam_plan.id')
        .orderBy('exam_plan_group.position')
        .execute(),

    /** Lists the published or withdrawn exams of a school that a person supervises and that end after `endAfterMs`. */
    supervised: (schoolId: number, userId: number, endAfterMs: number) =>
      db
        .selectFrom('exam_supervisor')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_supervisor.plan_id')
        .where('exam_supervisor.user_id', '=', userId)
        .where('exam_plan.school_id', '=', schoolId)
        .where((eb) => eb.or([eb('published_ms', 'is not', null), eb('withdrawn_ms', 'is not', null)]))
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', endAfterMs))
        .select(['exam_plan.id as planId', 'exam_plan.name as planName', 'start_ms', 'duration_ms', 'withdrawn_ms'])
        .orderBy('start_ms')
        .orderBy('exam_plan.id')
        .execute(),

    async confirmations(userId: number, planIds: readonly number[]): Promise<Map<number, number>> {
      if (planIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('exam_confirmation')
        .select(['plan_id', 'confirmed_ms'])
        .where('user_id', '=', userId)
        .where('plan_id', 'in', planIds)
        .execute();
      return new Map(rows.map((row) => [row.plan_id, row.confirmed_ms]));
    },

    /**
     * Records a confirmation of duty and returns its time (ms). A repeated call keeps the first one. A confirmation older than `sinceMs` was given
     * before the last revision and is replaced.
     */
    async confirm({ planId, userId, nowMs, sinceMs }: { planId: number; userId: number; nowMs: number; sinceMs: number }): Promise<number> {
      const confirmation = await db
        .selectFrom('exam_confirmation')
        .select('confirmed_ms')
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (confirmation && confirmation.confirmed_ms >= sinceMs) return confirmation.confirmed_ms;
      await db
        .insertInto('exam_confirmation')
        .values({ plan_id: planId, user_id: userId, confirmed_ms: nowMs })
        .onConflict((conflict) => conflict.columns(['plan_id', 'user_id']).doUpdateSet({ confirmed_ms: nowMs }))
        .execute();
      return nowMs;
    },
  };
}
