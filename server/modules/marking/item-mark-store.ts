import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import type { GivenPoints } from '../../../sync/contract/marking.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import type { Database } from '../../db/schema.ts';

/** What one marker has of one script: taken, and perhaps marked. */
export interface ItemMark {
  readonly attemptId: string;
  readonly itemId: string;
  readonly markerId: number;
  readonly takenMs: number;
  /** Null: not marked yet. */
  readonly cent: number | null;
  readonly given: GivenPoints | null;
  readonly basis: string;
  readonly markedMs: number | null;
}

/** Names an answer: a mark that was given for another one counts no more. */
export const basisOf = (answer: AnswerValue | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(answer ?? []))
    .digest('base64url')
    .slice(0, 22);

export function itemMarkStore(db: Kysely<Database>) {
  return {
    /** Attempt → its marks, of these attempts or of the whole plan. */
    async ofAttempts(attemptIds: readonly string[]): Promise<Map<string, ItemMark[]>> {
      const found: ItemMark[] = [];
      for (let at = 0; at < attemptIds.length; at += 1000) {
        const rows = await db
          .selectFrom('item_mark')
          .selectAll()
          .where('attempt_id', 'in', attemptIds.slice(at, at + 1000))
          .execute();
        for (const row of rows)
          found.push({
            attemptId: row.attempt_id,
            itemId: row.item_id,
            markerId: row.marker_id,
            takenMs: row.taken_ms,
            cent: row.cent,
            given: row.given === '' ? null : (JSON.parse(row.given) as GivenPoints),
            basis: row.basis,
            markedMs: row.marked_ms,
          });
      }
      return Map.groupBy(found, (mark) => mark.attemptId);
    },

    /** What they gave for an answer that has changed since stays in sight, and counts no more. */
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

    /** What is marked stays. */
    async giveBack(attemptId: string, itemId: string, markerId: number): Promise<void> {
      await db
        .deleteFrom('item_mark')
        .where('attempt_id', '=', attemptId)
        .where('item_id', '=', itemId)
        .where('marker_id', '=', markerId)
        .where('cent', 'is', null)
        .execute();
    },

    /** With the mark the score is one of yesterday: it is made anew when next asked for. */
    async mark(
      { attemptId, itemId, markerId }: Pick<ItemMark, 'attemptId' | 'itemId' | 'markerId'>,
      { cent, given, basis, nowMs }: { cent: number; given: GivenPoints; basis: string; nowMs: number },
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('item_mark')
          .set({ cent, given: JSON.stringify(given), basis, marked_ms: nowMs, taken_ms: nowMs })
          .where('attempt_id', '=', attemptId)
          .where('item_id', '=', itemId)
          .where('marker_id', '=', markerId)
          .execute();
        await tx.updateTable('attempt_score').set({ answers_version: -1 }).where('attempt_id', '=', attemptId).execute();
      });
    },
  };
}
