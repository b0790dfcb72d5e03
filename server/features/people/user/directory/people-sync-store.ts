import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import type { SyncAccount } from './people-plan.ts';

/** Rows per insert. Their parameters stay below the limits of both database engines. */
const rowsPerInsert = 500;

/** Stores which accounts were found in their school's directory. */
export function createPeopleSyncStore(db: Kysely<Database>) {
  return {
    /** Lists all accounts of a school. */
    accountsOf: (schoolId: number): Promise<SyncAccount[]> =>
      db
        .selectFrom('user')
        .leftJoin('class', 'class.id', 'user.class_id')
        .leftJoin('directory_account', 'directory_account.user_id', 'user.id')
        .where('user.school_id', '=', schoolId)
        .select((eb) => [
          'user.id',
          'user.version',
          'user.user_type',
          'user.status',
          'user.login_name',
          'user.student_no',
          'user.name',
          eb.fn.coalesce('class.name', eb.val('')).as('className'),
          'directory_account.seen_ms as seenMs',
        ])
        .orderBy('user.id')
        .execute(),

    /** Remembers that the directory listed these accounts. */
    async markSeen(userIds: readonly number[], nowMs: number): Promise<void> {
      for (let at = 0; at < userIds.length; at += rowsPerInsert)
        await db
          .insertInto('directory_account')
          .values(userIds.slice(at, at + rowsPerInsert).map((user_id) => ({ user_id, seen_ms: nowMs })))
          .onConflict((on) => on.column('user_id').doUpdateSet({ seen_ms: nowMs }))
          .execute();
    },
  };
}
