import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';

type ReminderRow = Selectable<Database['assignment_reminder']>;

/** Stores the last reminder of an assignment for each student. */
export function createAssignmentReminderStore(db: Kysely<Database>) {
  return {
    /** Maps each plan to the student's reminder. */
    async ofUser(userId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('assignment_reminder').selectAll().where('user_id', '=', userId).execute();
      return new Map(rows.map((row) => [row.plan_id, row]));
    },

    /** Maps each student to their reminder. */
    async ofPlan(planId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('assignment_reminder').selectAll().where('plan_id', '=', planId).execute();
      return new Map(rows.map((row) => [row.user_id, row]));
    },

    async note(planId: number, userIds: readonly number[], by: { userId: number; nowMs: number }): Promise<void> {
      const reminder = { reminded_ms: by.nowMs, reminded_by: by.userId };
      for (const userId of userIds)
        await db
          .insertInto('assignment_reminder')
          .values({ plan_id: planId, user_id: userId, ...reminder })
          .onConflict((conflict) => conflict.columns(['plan_id', 'user_id']).doUpdateSet(reminder))
          .execute();
    },
  };
}
