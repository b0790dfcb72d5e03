import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore, type Editor } from '../../../../db/change-note-store.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import type { PersonRecord } from '../people/people-store.ts';
import { writePersonVersion } from '../people/person-version-store.ts';

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

    /** Ends one session of a user, or with null all except `keptSession`; returns how many ended. */
    async endSessions(userId: number, sessionId: number | null, keptSession: number): Promise<number> {
      const own = db.deleteFrom('session').where('user_id', '=', userId).where('superseded_ms', 'is', null);
      const { numDeletedRows } = await (
        sessionId === null ? own.where('id', '<>', keptSession) : own.where('id', '=', sessionId)
      ).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
