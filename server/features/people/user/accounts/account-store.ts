import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { registrableTypes } from '../../../../../sync/contract/people/user-rights.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { createChangeNoteStore, type Editor } from '../../../../db/change-note-store.ts';
import { countRows } from '../../../../db/list-page.ts';
import type { Database } from '../../../../db/schema.ts';
import { rebuildPersonWords } from '../../../../db/search/person-text-store.ts';
import { type PersonRecord, writePersonVersion } from '../people/people-store.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import { createSecondFactorStore } from '../sign-in/second-factor-store.ts';
import { createUserStore } from '../user-store.ts';

/** Stores the changes that people make to their own account. The functions that write take part in the caller's transaction. */
export function createAccountStore(db: Kysely<Database>) {
  return {
    /** Changes name and picture, and returns the new version. */
    modify(before: PersonRecord, next: { name: string; avatar: string }, actor: Editor): Promise<{ version: number }> {
      const fields = (['name', 'avatar'] as const).filter((field) => next[field] !== before[field]);
      return writePersonVersion(db, before, next, fields, actor);
    },

    /**
     * Sets a new password. Ends the user's other sessions and all API tokens, because another person may have used them, and returns their number.
     * Returns undefined if the password was changed since the old one was checked.
     */
    async setPassword(
      userId: number,
      pwdHash: { old: string; next: string },
      keptSession: number,
      nowMs: number,
    ): Promise<{ endedSessions: number; endedApiTokens: number } | undefined> {
      const { numUpdatedRows } = await db
        .updateTable('user')
        .set((eb) => ({ pwd_hash: pwdHash.next, must_change: 0, version: eb('version', '+', 1), updated_ms: nowMs }))
        .where('id', '=', userId)
        .where('pwd_hash', '=', pwdHash.old)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return undefined;
      const { version } = await db.selectFrom('user').select('version').where('id', '=', userId).executeTakeFirstOrThrow();
      await createChangeNoteStore(db).write({ kind: 'user', id: userId, version }, { userId, nowMs, fields: ['password'] });
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('id', '<>', keptSession)
        .where('superseded_ms', 'is', null)
        .executeTakeFirstOrThrow();
      return { endedSessions: Number(numDeletedRows), endedApiTokens: await createApiTokenStore(db).removeOf(userId) };
    },

    /** Lists the user's sessions, last used first; at most 200. */
    sessions: (userId: number) =>
      db
        .selectFrom('session')
        .select(['id', 'agent', 'ip', 'created_ms', 'seen_ms', 'expires_ms', 'idle_ms'])
        .where('user_id', '=', userId)
        .where('superseded_ms', 'is', null)
        .orderBy('seen_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(200)
        .execute(),

    /** Ends one session of a user, or if `sessionId` is null all sessions except `keptSession`. Returns how many ended. */
    async endSessions(userId: number, sessionId: number | null, keptSession: number): Promise<number> {
      const liveSessions = db.deleteFrom('session').where('user_id', '=', userId).where('superseded_ms', 'is', null);
      const { numDeletedRows } = await (
        sessionId === null ? liveSessions.where('id', '<>', keptSession) : liveSessions.where('id', '=', sessionId)
      ).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** Reads and writes accounts for commands on the server's console, which create and reset administrators. */
export function createAdminStore(db: Kysely<Database>) {
  return {
    /** Finds schools by website code, or all schools. */
    schools(website: string | undefined): Promise<{ id: number; website: string }[]> {
      const all = db.selectFrom('school').select(['id', 'website']).orderBy('id');
      return (website === undefined ? all : all.where('website', '=', website)).execute();
    },

    byLoginName: (schoolId: number, loginName: string) => createUserStore(db).byLoginName(schoolId, loginName),

    add: (user: { schoolId: number; loginName: string; name: string; userType: UserType; pwdHash: string }, nowMs: number) =>
      createUserStore(db).add({ ...user, mustChange: true }, nowMs),

    async reset(userId: number, pwdHash: string, nowMs: number): Promise<void> {
      await db
        .updateTable('user')
        .set((eb) => ({
          pwd_hash: pwdHash,
          must_change: 1 as const,
          status: userStatus.enabled,
          version: eb('version', '+', 1),
          updated_ms: nowMs,
        }))
        .where('id', '=', userId)
        .execute();
      await rebuildPersonWords(db, [userId]);
      await db.deleteFrom('session').where('user_id', '=', userId).execute();
      await createApiTokenStore(db).removeOf(userId);
      await createSecondFactorStore(db).remove(userId);
    },
  };
}

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

    /**
     * Counts applicant accounts created since `sinceMs`. A school whose applicants need no approval has no waiting accounts to limit, so it limits
     * the number of accounts created within a period.
     */
    applicantsSince: (schoolId: number, sinceMs: number): Promise<number> =>
      countRows(db.selectFrom('user').where('school_id', '=', schoolId).where('user_type', '=', 12).where('created_ms', '>', sinceMs)),
  };
}
