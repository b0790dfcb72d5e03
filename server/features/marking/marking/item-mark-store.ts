import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import type { MarkerPoints } from '../../../../sync/contract/marking/marking.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import type { Database } from '../../../db/schema.ts';
import type { MarkingRule } from './item-score.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** One marker's claim on an answer, with the mark once it is given. `takenMs`: time of the claim; 0 after the leader reopened the answer. */
export interface ItemMark {
  readonly attemptId: string;
  readonly itemId: string;
  readonly markerId: number;
  readonly takenMs: number;
  /** Given points in hundredths; null until the marker has marked the answer. */
  readonly cent: number | null;
  readonly markerPoints: MarkerPoints | null;
  readonly basis: string;
  /** The answer as it was when the mark was given. */
  readonly answer: AnswerValue;
  readonly markedMs: number | null;
}

/** Points that a leader or a granted review sets for one answer; they override all marks for the same answer. */
export interface ItemDecision {
  readonly attemptId: string;
  readonly itemId: string;
  readonly cent: number;
  readonly basis: string;
  readonly reason: string;
  readonly by: number;
  readonly decidedMs: number;
}

/** Identifies an answer by a hash. A mark counts only while the answer has the same hash. */
export const hashAnswer = (answer: AnswerValue | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(answer ?? []))
    .digest('base64url')
    .slice(0, 22);

/** Marks a stored score as outdated; it is recomputed when next read. */
const markScoreStale = (db: Kysely<Database>, attemptId: string) =>
  db.updateTable('attempt_score').set({ answers_version: -1 }).where('attempt_id', '=', attemptId).execute();

/** Stores claims, marks and decisions on answers. A change of marks or decisions marks the attempt's score as outdated. */
export function createItemMarkStore(db: Kysely<Database>) {
  return {
    /** Maps each attempt id to the claims and marks of markers on its answers. */
    async ofAttempts(attemptIds: readonly string[]): Promise<Map<string, ItemMark[]>> {
      const marks: ItemMark[] = [];
      for (const idSlice of sliceValues(attemptIds)) {
        const rows = await db.selectFrom('item_mark').selectAll().where('attempt_id', 'in', idSlice).execute();
        for (const row of rows)
          marks.push({
            attemptId: row.attempt_id,
            itemId: row.item_id,
            markerId: row.marker_id,
            takenMs: row.taken_ms,
            cent: row.cent,
            markerPoints: row.given === '' ? null : (JSON.parse(row.given) as MarkerPoints),
            basis: row.basis,
            answer: row.answer === '' ? [] : (JSON.parse(row.answer) as AnswerValue),
            markedMs: row.marked_ms,
          });
      }
      return Map.groupBy(marks, (mark) => mark.attemptId);
    },

    /** Claims an answer for a marker. The marker's mark for an earlier version of the answer stays readable but no longer counts. */
    async take(planId: number, attemptId: string, itemId: string, markerId: number, nowMs: number): Promise<void> {
      await db
        .insertInto('item_mark')
        .values({
          plan_id: planId,
          attempt_id: attemptId,
          item_id: itemId,
          marker_id: markerId,
          taken_ms: nowMs,
          cent: null,
          given: '',
          basis: '',
          marked_ms: null,
        })
        .onConflict((conflict) =>
          conflict.columns(['attempt_id', 'item_id', 'marker_id']).doUpdateSet({ taken_ms: nowMs, cent: null, marked_ms: null }),
        )
        .execute();
    },

    /** Releases a claim; an answer that is already marked keeps its mark. */
    async giveBack(attemptId: string, itemId: string, markerId: number): Promise<void> {
      await db
        .deleteFrom('item_mark')
        .where('attempt_id', '=', attemptId)
        .where('item_id', '=', itemId)
        .where('marker_id', '=', markerId)
        .where('cent', 'is', null)
        .execute();
    },

    async mark(
      { attemptId, itemId, markerId }: Pick<ItemMark, 'attemptId' | 'itemId' | 'markerId'>,
      {
        cent,
        given,
        basis,
        answer,
        nowMs,
      }: { cent: number; given: MarkerPoints; basis: string; answer: AnswerValue | undefined; nowMs: number },
    ): Promise<void> {
      await db
        .updateTable('item_mark')
        .set({ cent, given: JSON.stringify(given), basis, answer: JSON.stringify(answer ?? []), marked_ms: nowMs })
        .where('attempt_id', '=', attemptId)
        .where('item_id', '=', itemId)
        .where('marker_id', '=', markerId)
        .execute();
      await markScoreStale(db, attemptId);
    },

    /** Reads the marking rule that was frozen at publication: double marking if any group does it, with the narrowest tolerance. */
    async rule(planId: number): Promise<MarkingRule> {
      const groups = await db
        .selectFrom('exam_plan_group')
        .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
        .select(['exam_plan_group.twice', 'tolerance_cent', 'leader_id'])
        .where('plan_id', '=', planId)
        .execute();
      const double = groups.filter((group) => group.twice === 1);
      return {
        isDoubleMarked: double.length > 0,
        toleranceCent: double.length > 0 ? Math.min(...double.map((group) => group.tolerance_cent)) : 0,
        isLed: groups.some((group) => group.leader_id !== null),
      };
    },

    /** Maps each attempt id of a plan to the decisions on its answers. */
    async decisions(planId: number): Promise<Map<string, ItemDecision[]>> {
      const rows = await db.selectFrom('item_decision').selectAll().where('plan_id', '=', planId).execute();
      return Map.groupBy(
        rows.map((row) => ({
          attemptId: row.attempt_id,
          itemId: row.item_id,
          cent: row.cent,
          basis: row.basis,
          reason: row.reason,
          by: row.decided_by,
          decidedMs: row.decided_ms,
        })),
        (decision) => decision.attemptId,
      );
    },

    async decide(planId: number, decision: ItemDecision): Promise<void> {
      const columns = {
        cent: decision.cent,
        basis: decision.basis,
        reason: decision.reason,
        decided_by: decision.by,
        decided_ms: decision.decidedMs,
      };
      await db
        .insertInto('item_decision')
        .values({ plan_id: planId, attempt_id: decision.attemptId, item_id: decision.itemId, ...columns })
        .onConflict((conflict) => conflict.columns(['attempt_id', 'item_id']).doUpdateSet(columns))
        .execute();
      await markScoreStale(db, decision.attemptId);
    },

    /** Reopens an answer for marking. Earlier marks stay readable but no longer count. */
    async reopen(attemptId: string, itemId: string): Promise<void> {
      await db
        .updateTable('item_mark')
        .set({ cent: null, marked_ms: null, taken_ms: 0 })
        .where('attempt_id', '=', attemptId)
        .where('item_id', '=', itemId)
        .execute();
      await db.deleteFrom('item_decision').where('attempt_id', '=', attemptId).where('item_id', '=', itemId).execute();
      await markScoreStale(db, attemptId);
    },
  };
}
