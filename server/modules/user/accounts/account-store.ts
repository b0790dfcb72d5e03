import type { Kysely, Transaction } from 'kysely';
import { rebuildPersonWords } from '../../../db/search/person-text-store.ts';
import type { Database } from '../../../db/schema.ts';
import { createVersionNoteStore } from '../../../db/version-note-store.ts';
import type { StaffActor, PersonRecord } from '../people/people-store.ts';

/** Writes what belongs to a change (audit entry, idempotent response) in its transaction. */
type Alongside<T> = (tx: Transaction<Database>, done: T) => Promise<void>;

/** Stores the changes that people make to their own account. */
export function createAccountStore(db: Kysely<Database>) {
  return {
    /** Changes name and picture. Returns undefined if the account was changed in the meantime. */
    modify: (
      before: PersonRecord,
      next: { name: string; avatar: string },
      actor: StaffActor,
      alongside?: Alongside<{ version: number }>,
    ): Promise<{ version: number } | undefined> =>
      db.transaction().execute(async (tx) => {
        const version = before.version + 1;
        const { numUpdatedRows } = await tx
          .updateTable('user')
          .set({ ...next, version, updated_ms: actor.nowMs })
          .where('id', '=', before.id)
          .where('version', '=', before.version)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        await rebuildPersonWords(tx, [before.id]);
        const fields = (['name', 'avatar'] as const).filter((field) => next[field] !== before[field]);
        await createVersionNoteStore(tx).write({ kind: 'user', id: before.id, version }, { ...actor, fields });
        await alongside?.(tx, { version });
        return { version };
      }),

    /**
     * Sets a new password and ends the user's other sessions; returns how many ended. Returns undefined if the password was changed since the old one
     * was checked.
     */
    setPassword: (
      userId: number,
      pwdHash: { old: string; next: string },
      keptSession: number,
      nowMs: number,
      alongside?: Alongside<{ endedSessions: number }>,
    ): Promise<{ endedSessions: number } | undefined> =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('user')
          .set((eb) => ({ pwd_hash: pwdHash.next, must_change: 0, version: eb('version', '+', 1), updated_ms: nowMs }))
          .where('id', '=', userId)
          .where('pwd_hash', '=', pwdHash.old)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        const { version } = await tx.selectFrom('user').select('version').where('id', '=', userId).executeTakeFirstOrThrow();
        await createVersionNoteStore(tx).write({ kind: 'user', id: userId, version }, { userId, nowMs, fields: ['password'] });
        const { numDeletedRows } = await tx
          .deleteFrom('session')
          .where('user_id', '=', userId)
          .where('id', '<>', keptSession)
          .where('superseded_ms', 'is', null)
          .executeTakeFirstOrThrow();
        const done = { endedSessions: Number(numDeletedRows) };
        await alongside?.(tx, done);
        return done;
      }),

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
