import type { Transaction } from 'kysely';
import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';
import type { ExamUser } from '../../../people/user/user-reads.ts';
import { planHistoryKind, derivePlanState } from '../plan/exam-store.ts';
import { sliceValues } from '../../../../db/slice-values.ts';

/** Maximum number of examinees of a plan; `/exam/add` has the same bound. */
export const maxExaminees = 2000;

/** User ids that were added, or the reason why none was. */
export type EnlistOutcome = readonly number[] | 'notFound' | 'published' | 'full';

/** Adds users to a draft plan for other modules (enrolment), after its present examinees. Users who are in it already keep their place. */
export async function enlistExaminees(
  tx: Transaction<Database>,
  planId: number,
  users: readonly ExamUser[],
  by: { schoolId: number; userId: number; nowMs: number },
): Promise<EnlistOutcome> {
  const plan = await tx
    .selectFrom('exam_plan')
    .selectAll()
    .where('id', '=', planId)
    .where('school_id', '=', by.schoolId)
    .executeTakeFirst();
  if (!plan) return 'notFound';
  if (derivePlanState(plan) !== planState.draft) return 'published';
  const presentRows = await tx.selectFrom('exam_examinee').select(['user_id', 'position']).where('plan_id', '=', planId).execute();
  const presentUserIds = new Set(presentRows.map((row) => row.user_id));
  const newUsers = users.filter((user) => !presentUserIds.has(user.id));
  if (presentRows.length + newUsers.length > maxExaminees) return 'full';
  if (newUsers.length === 0) return [];
  const firstPosition = presentRows.reduce((most, row) => Math.max(most, row.position + 1), 0);
  const rows = newUsers.map((user, index) => ({
    plan_id: planId,
    user_id: user.id,
    position: firstPosition + index,
    name: user.name,
    ticket_no: user.ticketNo,
    epoch: 1,
    seat_label: '',
  }));
  for (const rowSlice of sliceValues(rows, 500)) await tx.insertInto('exam_examinee').values(rowSlice).execute();
  const version = plan.version + 1;
  await tx.updateTable('exam_plan').set({ version, updated_by: by.userId, updated_ms: by.nowMs }).where('id', '=', planId).execute();
  await createChangeNoteStore(tx).write(
    { kind: planHistoryKind, id: planId, version },
    { userId: by.userId, nowMs: by.nowMs, fields: ['examineeIds'] },
  );
  return newUsers.map((user) => user.id);
}
