import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AttemptScore, StoredItemScore } from '../exam/attempt-score-reads.ts';
import { itemMarkStore } from './item-mark-store.ts';

/** What people had said of these attempts when it was looked at. */
interface Said {
  readonly attemptIds: readonly string[];
  readonly text: string;
}

/** What people have said that scores of these attempts are made from: the same text as long as nobody said anything since. */
async function saidOf(db: Kysely<Database>, planId: number, attemptIds: readonly string[]): Promise<string> {
  const people = itemMarkStore(db);
  const corrections = await db.selectFrom('key_correction').select('id').where('plan_id', '=', planId).execute();
  const marks = [...(await people.ofAttempts(attemptIds)).values()].flat();
  const decisions = await people.decisions(planId);
  const said = [
    ...corrections.map(({ id }) => ['correction', id]),
    ...marks.map((mark) => ['mark', mark.attemptId, mark.itemId, mark.markerId, mark.cent, mark.basis, mark.markedMs]),
    ...attemptIds
      .flatMap((id) => decisions.get(id) ?? [])
      .map((one) => ['decision', one.attemptId, one.itemId, one.cent, one.basis, one.decidedMs]),
  ];
  return JSON.stringify([await people.rule(planId), said.map((each) => JSON.stringify(each)).toSorted()]);
}

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

    said: async (planId: number, attemptIds: readonly string[]): Promise<Said> => ({
      attemptIds,
      text: await saidOf(db, planId, attemptIds),
    }),

    /**
     * Scores that were made from what had been `said` before anything was read for them. False: somebody said more meanwhile, and they are stale
     * from the first. Looked at after they are written, in the same change: whoever says something later finds them there.
     */
    save: (planId: number, scores: readonly AttemptScore[], said: Said, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        for (const score of scores) {
          const columns = {
            points_cent: score.pointsCent,
            items: JSON.stringify(score.items),
            answers_version: score.answersVersion,
            marked_ms: nowMs,
          };
          await tx
            .insertInto('attempt_score')
            .values({ attempt_id: score.attemptId, plan_id: score.planId, ...columns })
            .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(columns))
            .execute();
        }
        if ((await saidOf(tx, planId, said.attemptIds)) === said.text) return true;
        await tx.updateTable('attempt_score').set({ answers_version: -1 }).where('attempt_id', 'in', said.attemptIds).execute();
        return false;
      }),
  };
}
