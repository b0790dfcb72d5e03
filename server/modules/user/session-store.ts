import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

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
  idleMs: number;
}

/** How long a session lasts left alone, and at all. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly absoluteMs: number;
}

export function sessionStore(db: Kysely<Database>) {
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
          'user.id as userId',
          'user.user_type as userType',
          'user.extra_roles as extraRoles',
          'user.school_id as schoolId',
          'user.status as status',
          'school.status as schoolStatus',
          'session.idle_ms as idleMs',
        ])
        .executeTakeFirst(),

    async add(row: { userId: number; tokenHash: Buffer; nowMs: number; limits: SessionLimits; ip: string }): Promise<void> {
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
        })
        .execute();
    },

    async touch(sessionId: number, seenMs: number): Promise<void> {
      await db.updateTable('session').set({ seen_ms: seenMs }).where('id', '=', sessionId).execute();
    },

    async remove(sessionId: number): Promise<void> {
      await db.deleteFrom('session').where('id', '=', sessionId).execute();
    },

    /** Sessions long past their end: kept for a while so that their owners hear "expired" rather than "not signed in". */
    async removeEndedBefore(ms: number): Promise<void> {
      await db.deleteFrom('session').where('expires_ms', '<', ms).execute();
    },
  };
}
