import type { Kysely, Transaction } from 'kysely';
import { planChanges, type PlanChanges } from '../../../../../sync/contract/exams/exam-revision.ts';
import { type RevisionNews, type RevisionChangeKind, revisionChangeKinds } from '../../../../../sync/contract/exams/revision-news.ts';
import type { Database } from '../../../../db/schema.ts';

export interface Revision {
  readonly planId: number;
  readonly revision: number;
  readonly ms: number;
  readonly madeBy: number;
  readonly reason: string;
  readonly changes: PlanChanges;
}

/** Lists the kinds of change in a revision that concern one examinee. New seats and added examinees concern only the examinees themselves. */
const listChangeKinds = ({ changes }: Revision, userId: number): RevisionChangeKind[] =>
  revisionChangeKinds.filter((word) => {
    if (word === 'rooms') return false;
    if (word === 'seats' || word === 'joined') return changes[word]?.some((one) => one.userId === userId);
    return changes[word] !== undefined;
  });

const listNews = (revisions: readonly Revision[], words: (one: Revision) => RevisionChangeKind[]): RevisionNews[] =>
  revisions.flatMap((one) => {
    const what = words(one);
    return what.length === 0 ? [] : [{ revision: one.revision, ms: one.ms, reason: one.reason, what }];
  });

/** Lists the revisions that an examinee is notified of, in the order of `revisions` (newest first). A changed room is reported as a changed seat. */
export const listExamineeRevisions = (revisions: readonly Revision[], userId: number): RevisionNews[] => {
  // Revisions before an examinee joined are no news to them.
  const came = revisions.find((one) => one.changes.joined?.some((each) => each.userId === userId))?.revision ?? 0;
  return listNews(
    revisions.filter((one) => one.revision >= came),
    (one) => listChangeKinds(one, userId),
  );
};

/** Lists the revisions that staff are notified of: every change except single seats. */
export const listStaffRevisions = (revisions: readonly Revision[]): RevisionNews[] =>
  listNews(revisions, (one) => revisionChangeKinds.filter((word) => word !== 'seats' && one.changes[word] !== undefined));

export async function insertRevision(
  tx: Transaction<Database>,
  { planId, revision, ms, madeBy, reason, changes }: Revision,
): Promise<void> {
  await tx
    .insertInto('exam_revision')
    .values({ plan_id: planId, revision, reason, changes: JSON.stringify(changes), made_by: madeBy, made_ms: ms })
    .execute();
}

/** Stores revisions of published plans and who has read them. */
export function createRevisionStore(db: Kysely<Database>) {
  return {
    /** Maps each plan to its revisions, newest first. */
    async ofPlans(planIds: readonly number[]): Promise<Map<number, Revision[]>> {
      if (planIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('exam_revision')
        .selectAll()
        .where('plan_id', 'in', [...new Set(planIds)])
        .orderBy('plan_id')
        .orderBy('revision', 'desc')
        .execute();
      const revisions = rows.map((row): Revision => ({
        planId: row.plan_id,
        revision: row.revision,
        ms: row.made_ms,
        madeBy: row.made_by,
        reason: row.reason,
        changes: planChanges.parse(JSON.parse(row.changes)),
      }));
      return Map.groupBy(revisions, (one) => one.planId);
    },

    /** Maps each plan to the newest revision that a user has confirmed reading. */
    async readBy(userId: number): Promise<Map<number, number>> {
      const rows = await db.selectFrom('exam_receipt').select(['plan_id', 'revision']).where('user_id', '=', userId).execute();
      return new Map(rows.map((row) => [row.plan_id, row.revision]));
    },

    async receipts(planId: number): Promise<Map<number, number>> {
      const rows = await db.selectFrom('exam_receipt').select(['user_id', 'revision']).where('plan_id', '=', planId).execute();
      return new Map(rows.map((row) => [row.user_id, row.revision]));
    },

    /** Records that a user confirmed reading a revision. Returns the time (ms) of the first confirmation of this or a later revision. */
    async noteRead(read: { planId: number; userId: number; revision: number; nowMs: number }): Promise<number> {
      const receipt = await db
        .selectFrom('exam_receipt')
        .select(['revision', 'read_ms'])
        .where('plan_id', '=', read.planId)
        .where('user_id', '=', read.userId)
        .executeTakeFirst();
      if (receipt !== undefined && receipt.revision >= read.revision) return receipt.read_ms;
      const row = { revision: read.revision, read_ms: read.nowMs };
      await db
        .insertInto('exam_receipt')
        .values({ plan_id: read.planId, user_id: read.userId, ...row })
        .onConflict((conflict) => conflict.columns(['plan_id', 'user_id']).doUpdateSet(row))
        .execute();
      return read.nowMs;
    },
  };
}
