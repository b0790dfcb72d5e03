import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { runInScope } from '../../../../db/lock-scope.ts';
import { accountLimits } from '../../../../limits.ts';
import { callingUserColumns } from './calling-user.ts';

export interface SessionRow {
  sessionId: number;
  seenMs: number;
  expiresMs: number;
  userId: number;
  userType: number;
  extraRoles: string;
  schoolId: number;
  status: number;
  schoolStatus: number;
  schoolConfig: string;
  mustChange: number;
  withoutPassword: number;
  /** Time (ms) at which another device replaced the session; null if none did. */
  supersededMs: number | null;
  idleMs: number;
}

/** Limits of a session: longest time without use, and longest time overall. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly absoluteMs: number;
}

/** Means by which a person signs in. `directory`: at the directory of their school. */
export type SignInMethod = 'password' | 'ticket' | 'directory';
type Credential = Pick<
  Selectable<Database['user']>,
  'pwd_hash' | 'ticket_no' | 'id_number_index' | 'login_name' | 'student_no' | 'user_type'
>;

/** Tells whether the account still has the credential that was checked. The check takes time, and the credential may be changed meanwhile. */
async function hasSameCredential(tx: Kysely<Database>, userId: number, checkedCredential: Credential, by: SignInMethod): Promise<boolean> {
  const current = await tx
    .selectFrom('user')
    .select(['pwd_hash', 'ticket_no', 'id_number_index', 'login_name', 'student_no', 'user_type'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!current) return false;
  if (by === 'password') return current.pwd_hash === checkedCredential.pwd_hash;
  if (by === 'directory')
    return (
      current.login_name === checkedCredential.login_name &&
      current.student_no === checkedCredential.student_no &&
      current.user_type === checkedCredential.user_type
    );
  return (
    current.ticket_no === checkedCredential.ticket_no &&
    checkedCredential.id_number_index !== null &&
    current.id_number_index?.equals(checkedCredential.id_number_index) === true
  );
}

/** Stores sessions by the hash of their token. */
export function createSessionStore(db: Kysely<Database>) {
  return {
    find: (tokenHash: Buffer): Promise<SessionRow | undefined> =>
      db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .innerJoin('school', 'school.id', 'user.school_id')
        .where('session.token_hash', '=', tokenHash)
        .select([
          'session.id as sessionId',
          'session.seen_ms as seenMs',
          'session.expires_ms as expiresMs',
          ...callingUserColumns,
          'session.superseded_ms as supersededMs',
          'session.idle_ms as idleMs',
          'session.without_password as withoutPassword',
          'user.must_change as mustChange',
        ])
        .executeTakeFirst(),

    /**
     * Opens a session and returns true.
     * `alone`: ends the person's sessions on other devices; their next call is refused with code 3000. `seen`: the account when its credential was
     * checked; if that has changed since, no session is opened and the result is false. Call it in a transaction of the user's school.
     */
    async add(row: {
      userId: number;
      tokenHash: Buffer;
      nowMs: number;
      limits: SessionLimits;
      ip: string;
      agent?: string;
      by?: SignInMethod;
      alone?: boolean;
      seen?: Credential;
    }): Promise<boolean> {
      const { by = 'password' } = row;
      if (row.seen && !(await hasSameCredential(db, row.userId, row.seen, by))) return false;
      if (row.alone === true)
        await db
          .updateTable('session')
          .set({ superseded_ms: row.nowMs })
          .where('user_id', '=', row.userId)
          .where('superseded_ms', 'is', null)
          .execute();
      await db
        .insertInto('session')
        .values({
          user_id: row.userId,
          token_hash: row.tokenHash,
          created_ms: row.nowMs,
          seen_ms: row.nowMs,
          expires_ms: row.nowMs + row.limits.absoluteMs,
          idle_ms: row.limits.idleMs,
          ip: row.ip,
          agent: row.agent ?? '',
          without_password: by === 'password' ? 0 : 1,
        })
        .execute();
      if (row.seen) await db.updateTable('user').set({ last_sign_in_ms: row.nowMs }).where('id', '=', row.userId).execute();
      await db
        .deleteFrom('session')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('session')
            .select('id')
            .where('user_id', '=', row.userId)
            .orderBy('seen_ms', 'desc')
            .orderBy('id', 'desc')
            .limit(1000)
            .offset(accountLimits.sessions),
        )
        .execute();
      return true;
    },

    /** Tells whether the person has a valid session. */
    async isOpen(userId: number, nowMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .where('superseded_ms', 'is', null)
        .where('expires_ms', '>', nowMs)
        .where((eb) => eb(eb('seen_ms', '+', eb.ref('idle_ms')), '>', nowMs))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Tells whether a session was opened without the account's password. Its holder is not asked to choose a new password. */
    async isWithoutPassword(sessionId: number): Promise<boolean> {
      const row = await db.selectFrom('session').select('without_password').where('id', '=', sessionId).executeTakeFirst();
      return row?.without_password === 1;
    },

    async touch(sessionId: number, seenMs: number): Promise<void> {
      await runInScope('nothing', () => db.updateTable('session').set({ seen_ms: seenMs }).where('id', '=', sessionId).execute());
    },

    async remove(sessionId: number): Promise<void> {
      await runInScope('nothing', () => db.deleteFrom('session').where('id', '=', sessionId).execute());
    },

    /** Ends all sessions of all users. */
    async removeAll(): Promise<void> {
      await runInScope('everything', () => db.deleteFrom('session').execute());
    },

    /** Deletes sessions that expired long ago. They stay until then, so that their owners read "expired" and not "not signed in". */
    async removeEndedBefore(ms: number): Promise<void> {
      await runInScope('nothing', () => db.deleteFrom('session').where('expires_ms', '<', ms).execute());
    },
  };
}
