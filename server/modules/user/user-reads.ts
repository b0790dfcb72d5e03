import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** An examinee as other modules may see one. */
export interface ExamUser {
  readonly id: number;
  readonly name: string;
  readonly loginName: string;
  /** Empty for a student without an admission ticket. */
  readonly ticketNo: string;
}

/** What other modules may ask of users. */
export function userReads(db: Kysely<Database>) {
  return {
    /** Empty when there is no such user any more. */
    async nameOf(userId: number): Promise<string> {
      const row = await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst();
      return row?.name ?? '';
    },

    /** Those of `ids` who are enabled students or examinees of this school; anybody else is simply missing. */
    async examUsers(schoolId: number, ids: readonly number[]): Promise<ExamUser[]> {
      const found: ExamUser[] = [];
      // SQLite binds at most 32 766 values in a statement; plans are far below, imports may not be.
      for (let at = 0; at < ids.length; at += 1000) {
        const rows = await db
          .selectFrom('user')
          .select(['id', 'name', 'login_name', 'ticket_no'])
          .where('school_id', '=', schoolId)
          .where('sits', '=', 1)
          .where('id', 'in', ids.slice(at, at + 1000))
          .execute();
        for (const row of rows) found.push({ id: row.id, name: row.name, loginName: row.login_name, ticketNo: row.ticket_no ?? '' });
      }
      return found;
    },
  };
}
