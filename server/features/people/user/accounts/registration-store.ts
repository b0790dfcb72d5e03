import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { registrableTypes } from '../../../../../sync/contract/people/user-rights.ts';
import type { Database } from '../../../../db/schema.ts';
import { countRows } from '../../../../db/list-page.ts';

export function createRegistrationStore(db: Kysely<Database>) {
  return {
    async hasLoginName(schoolId: number, loginName: string): Promise<boolean> {
      const row = await db
        .selectFrom('user')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('login_name', '=', loginName)
        .executeTakeFirst();
      return row !== undefined;
    },

    openApplications: (schoolId: number): Promise<number> =>
      countRows(
        db
          .selectFrom('user')
          .where('school_id', '=', schoolId)
          .where('user_type', 'in', registrableTypes)
          .where('status', '=', userStatus.applying),
      ),

    /** Counts applicant accounts created since `sinceMs`. Accounts that may apply at once are never "open", so they are limited by time. */
    applicantsSince: (schoolId: number, sinceMs: number): Promise<number> =>
      countRows(db.selectFrom('user').where('school_id', '=', schoolId).where('user_type', '=', 12).where('created_ms', '>', sinceMs)),
  };
}
