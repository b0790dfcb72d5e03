import type { Kysely, Transaction } from 'kysely';
import type { ReleaseRule } from '../../../../../sync/contract/codes.ts';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';
import { planHistoryKind, type PlanTableRow } from '../plan/exam-store.ts';

/** Stores the release of scores: rule, time, and waived examinees. */
export function createReleaseStore(db: Kysely<Database>) {
  return {
    /** Lists published plans with automatic release whose planned end and release time have passed. */
    due: (nowMs: number): Promise<PlanTableRow[]> =>
      db
        .selectFrom('exam_plan')
        .selectAll()
        .where('release_rule', '=', 'whenOver')
        .where('published_ms', 'is not', null)
        .where('released_ms', 'is', null)
        .where((eb) => eb.or([eb('release_at_ms', 'is', null), eb('release_at_ms', '<=', nowMs)]))
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '<=', nowMs))
        .orderBy('start_ms')
        .execute(),

    /** Sets the release rule; returns false if the scores are already released. */
    async setRule(
      tx: Transaction<Database>,
      planId: number,
      releaseSettings: { rule: ReleaseRule; atMs: number | null; reviewDays: number; by: number; nowMs: number },
    ): Promise<boolean> {
      const plan = await tx
        .updateTable('exam_plan')
        .set((eb) => ({
          release_rule: releaseSettings.rule,
          release_at_ms: releaseSettings.atMs,
          review_days: releaseSettings.reviewDays,
          version: eb('version', '+', 1),
          updated_ms: releaseSettings.nowMs,
          updated_by: releaseSettings.by,
        }))
        .where('id', '=', planId)
        .where('released_ms', 'is', null)
        .returning('version')
        .executeTakeFirst();
      if (!plan) return false;
      const by = { userId: releaseSettings.by, nowMs: releaseSettings.nowMs, fields: ['releaseRule'] };
      await createChangeNoteStore(tx).write({ kind: planHistoryKind, id: planId, version: plan.version }, by);
      return true;
    },

    /** Marks a plan as released, only once: a second call changes nothing and returns false. */
    async markReleased(
      tx: Transaction<Database>,
      released: { planId: number; releasedMs: number; by: number | null; reason: string },
    ): Promise<boolean> {
      const plan = await tx
        .updateTable('exam_plan')
        .set((eb) => ({
          released_ms: released.releasedMs,
          released_by: released.by,
          release_reason: released.reason,
          version: eb('version', '+', 1),
          updated_ms: released.releasedMs,
        }))
        .where('id', '=', released.planId)
        .where('released_ms', 'is', null)
        .returning(['version', 'updated_by'])
        .executeTakeFirst();
      if (!plan) return false;
      const by = { userId: released.by ?? plan.updated_by, nowMs: released.releasedMs, fields: ['released'] };
      await createChangeNoteStore(tx).write({ kind: planHistoryKind, id: released.planId, version: plan.version }, by);
      return true;
    },

    /** Waives examinees, so that the release no longer waits for them. Returns how many were not waived before. */
    async waive(planId: number, userIds: readonly number[], by: { userId: number; nowMs: number; reason: string }): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('exam_examinee')
        .set({ waived_ms: by.nowMs, waived_by: by.userId, waive_reason: by.reason })
        .where('plan_id', '=', planId)
        .where('user_id', 'in', userIds)
        .where('waived_ms', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}
