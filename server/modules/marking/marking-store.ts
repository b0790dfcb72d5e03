import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AttemptScore, StoredItemScore } from '../exam/attempt-score-reads.ts';

export function markingStore(db: Kysely<Database>) {
  return {
    async byAttempts(attemptIds: readonly string[]): Promise<Map<string, AttemptScore>> {
      const found = new Map<string, AttemptScore>();
      for (let at = 0; at < attemptIds.length; at += 1000) {
        const rows = await db
          .selectFrom('attempt_score')
          .selectAll()
          .where('attempt_id', 'in', attemptIds.slice(at, at + 1000))
          .execute();
        for (const row of rows)
          found.set(row.attempt_id, {
            attemptId: row.attempt_id,
            planId: row.plan_id,
            pointsCent: row.points_cent,
            items: JSON.parse(row.items) as StoredItemScore[],
            answersVersion: row.answers_version,
          });
      }
      return found;
    },

    async save(score: AttemptScore, nowMs: number): Promise<void> {
      const columns = {
        points_cent: score.pointsCent,
        items: JSON.stringify(score.items),
        answers_version: score.answersVersion,
        marked_ms: nowMs,
      };
      await db
        .insertInto('attempt_score')
        .values({ attempt_id: score.attemptId, plan_id: score.planId, ...columns })
        .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(columns))
        .execute();
    },
  };
}
