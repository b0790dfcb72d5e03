import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { schoolStatus, userStatus } from '../../../../../sync/contract/codes.ts';
import type { Database } from '../../../../db/schema.ts';
import type { AuthenticateToken } from '../../../../http/access.ts';
import { refuse } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import type { ServerClock } from '../../../../ports.ts';
import { toCallingUser } from './calling-user.ts';
import { createSessionStore } from './session-store.ts';
import { userMessages } from '../user-messages.ts';

/** The last use of a session or an API token is written at most this often. */
export const touchEveryMs = 60_000;

/** Hashes a session token (SHA-256); only the hash is stored. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates the function that turns a session token into the caller, or refuses with the reason why the session is invalid. */
export function createAuthenticator(deps: { db: Kysely<Database>; clock: ServerClock }): AuthenticateToken {
  const sessions = createSessionStore(deps.db);
  return async (token) => {
    const row = await sessions.find(hashSessionToken(token));
    if (!row) refuse('signedOut', httpMessages.signedOut());
    const nowMs = deps.clock.nowMs();
    // Checked before expiry: disabling a school ends its sessions, and their owners must learn the reason.
    if (row.schoolStatus !== schoolStatus.enabled) refuse('disabled', userMessages.schoolDisabled());
    if (row.supersededMs !== null && row.status === userStatus.enabled) refuse('elsewhere', userMessages.elsewhere());
    if (nowMs >= row.expiresMs || nowMs - row.seenMs >= row.idleMs) refuse('expired', userMessages.expired());
    if (row.status !== userStatus.enabled) refuse('disabled', userMessages.disabled());
    if (nowMs - row.seenMs >= touchEveryMs) await sessions.touch(row.sessionId, nowMs);
    return {
      ...toCallingUser(row),
      sessionId: row.sessionId,
      // People who signed in by admission ticket or at their school's directory need no password, and are not asked to change it.
      mustChangePassword: row.mustChange === 1 && row.withoutPassword === 0,
    };
  };
}
