import type { Kysely } from 'kysely';
import type { ApiScope } from '../../../../../sync/contract/people/api-token.ts';
import { schoolStatus, userStatus } from '../../../../../sync/contract/codes.ts';
import type { Database } from '../../../../db/schema.ts';
import type { AuthenticateToken } from '../../../../http/access.ts';
import { refuse } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import type { ServerClock } from '../../../../ports.ts';
import { userMessages } from '../user-messages.ts';
import { createApiTokenStore } from './api-token-store.ts';
import { hashSessionToken, touchEveryMs } from './authenticator.ts';
import { toCallingUser } from './calling-user.ts';

/** Session id of a caller with an API token, who has no session. No call that a token may make reads it. */
const noSession = 0;

/** Creates the function that turns an API token into its owner, with the rights that they have at this moment, limited to the token's scopes. */
export function createApiTokenAuthenticator(deps: { db: Kysely<Database>; clock: ServerClock }): AuthenticateToken {
  const tokens = createApiTokenStore(deps.db);
  return async (token) => {
    const row = await tokens.find(hashSessionToken(token));
    if (!row) refuse('signedOut', httpMessages.tokenUnknown());
    const nowMs = deps.clock.nowMs();
    if (row.schoolStatus !== schoolStatus.enabled) refuse('disabled', userMessages.schoolDisabled());
    if (row.status !== userStatus.enabled) refuse('disabled', userMessages.disabled());
    if (nowMs >= row.expiresMs) refuse('expired', httpMessages.tokenExpired());
    if (row.usedMs === null || nowMs - row.usedMs >= touchEveryMs) await tokens.touch(row.tokenId, nowMs);
    return {
      ...toCallingUser(row),
      sessionId: noSession,
      apiToken: { name: row.name, scopes: JSON.parse(row.scopes) as ApiScope[] },
    };
  };
}
