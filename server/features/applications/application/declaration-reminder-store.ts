import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';

type ReminderRow = Selectable<Database['declaration_reminder']>;

/** Stores the last reminder that each student got to apply (declare) to a declaration project. */
export function createDeclarationReminderStore(db: Kysely<Database>) {
  return {
    /** Maps each declaration project to the last reminder of this student. */
    async ofUser(userId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('declaration_reminder').selectAll().where('user_id', '=', userId).execute();
      return new Map(rows.map((row) => [row.offer_id, row]));
    },

    /** Maps each student to their last reminder about this project. */
    async ofOffer(offerId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('declaration_reminder').selectAll().where('offer_id', '=', offerId).execute();
      return new Map(rows.map((row) => [row.user_id, row]));
    },

    /** Reminds students who have not been reminded today, and returns how many. */
    async note(offerId: number, userIds: readonly number[], { userId, nowMs }: { userId: number; nowMs: number }): Promise<number> {
      const reminder = { day: formatZoneDay(nowMs, getCallZone()), at_ms: nowMs, by_id: userId };
      let count = 0;
      for (const student of userIds) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('declaration_reminder')
          .values({ offer_id: offerId, user_id: student, ...reminder })
          .onConflict((conflict) =>
            conflict.columns(['offer_id', 'user_id']).doUpdateSet(reminder).where('declaration_reminder.day', '!=', reminder.day),
          )
          .executeTakeFirst();
        count += Number(numInsertedOrUpdatedRows ?? 0);
      }
      return count;
    },
  };
}
