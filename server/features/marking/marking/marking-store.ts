import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { AttemptScore, StoredItemScore } from '../../exams/exam/attempt-score-reads.ts';
import { createItemMarkStore } from './item-mark-store.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Fingerprint of marks, decisions and corrections at the time they were read. */
interface MarkingInputs {
  readonly attemptIds: readonly string[];
  readonly text: string;
}

/**
 * Builds the fingerprint of all marks, decisions and corrections that the scores of these attempts depend on. Any change gives another fingerprint.
 */
async function readMarkingInputs(db: Kysely<Database>, planId: number, attemptIds: readonly string[]): Promise<string> {
  const people = createItemMarkStore(db);
  const corrections = await db.selectFrom('key_correction').select('id').where('plan_id', '=', planId).execute();
  const marks = [...(await people.ofAttempts(attemptIds)).values()].flat();
  const decisions = await people.decisions(planId);
  const inputs = [
    ...corrections.map(({ id }) => ['correction', id]),
    ...marks.map((mark) => ['mark', mark.attemptId, mark.itemId, mark.markerId, mark.cent, mark.basis, mark.markedMs]),
    ...attemptIds
      .flatMap((id) => decisions.get(id) ?? [])
      .map((one) => ['decision', one.attemptId, one.itemId, one.cent, one.basis, one.decidedMs]),
  ];
  return JSON.stringify([await people.rule(planId), inputs.map((each) => JSON.stringify(each)).toSorted()]);
}

/** Stores the scores of attempts. */
export function createMarkingStore(db: Kysely<Database>) {
  return {
    async byAttempts(attemptIds: readonly string[]): Promise<Map<string, AttemptScore>> {
      const scores = new Map<string, AttemptScore>();
      for (const idSlice of sliceValues(attemptIds)) {
        const rows = await db.selectFrom('attempt_score').selectAll().where('attempt_id', 'in', idSlice).execute();
        for (const row of rows)
          scores.set(row.attempt_id, {
            attemptId: row.attempt_id,
            planId: row.plan_id,
            pointsCent: row.points_cent,
            items: JSON.parse(row.items) as StoredItemScore[],
            answersVersion: row.answers_version,
          });
      }
      return scores;
    },

    inputs: async (planId: number, attemptIds: readonly string[]): Promise<MarkingInputs> => ({
      attemptIds,
      text: await readMarkingInputs(db, planId, attemptIds),
    }),

    /**
     * Stores scores. `inputs`: fingerprint taken before the computation. Returns false if it has changed since; then the scores are stored as outdated.
     * The fingerprint is compared after writing, in the same transaction, so that a later mark finds the scores and marks them as outdated.
     */
    async save(planId: number, scores: readonly AttemptScore[], inputs: MarkingInputs, nowMs: number): Promise<boolean> {
      const plan = await db.selectFrom('exam_plan').select('school_id').where('id', '=', planId).executeTakeFirstOrThrow();
      return runUnitOfWork(db, plan.school_id, {}, async (tx) => {
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
        if ((await readMarkingInputs(tx, planId, inputs.attemptIds)) === inputs.text) return true;
        await tx.updateTable('attempt_score').set({ answers_version: -1 }).where('attempt_id', 'in', inputs.attemptIds).execute();
        return false;
      });
    },
  };
}
