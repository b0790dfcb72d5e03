import { hasScopeFor } from '../../sync/contract/api-scope-calls.ts';
import type { CallSpec } from '../../sync/contract/call.ts';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { refuse, type Caller } from './handler.ts';
import { httpMessages } from './http-messages.ts';

/** Resolves a token to its caller. Refuses with 1004 unknown, 2001 expired, 3000 signed in elsewhere, 4000 disabled. */
export type AuthenticateToken = (token: string) => Promise<Caller>;

/** Finds the caller of a call that needs a session. `token`: null if the request has none. */
export async function identifyCaller(token: string | null, authenticate: AuthenticateToken): Promise<Caller> {
  if (!token) refuse('signedOut', httpMessages.signedOut());
  return authenticate(token);
}

type Permission = Pick<CallSpec, 'access' | 'changes' | 'leaderMay' | 'beforeOwnPassword'> & { readonly path: string };

const hasRole = ({ access }: Pick<CallSpec, 'access'>, { roles }: Pick<Caller, 'roles'>): boolean =>
  typeof access === 'string' || access.some((role) => roles.includes(role));

const isKeptFromChanging = ({ access, changes, leaderMay }: Permission, { userType }: Pick<Caller, 'userType'>): boolean =>
  typeof access !== 'string' && changes && leaderMay !== true && userType === readOnlyUserType;

/** Tells whether a user may make the call with a session: by role, and not a changing call if the user's type may only read. */
export const mayCall = (spec: Permission, caller: Pick<Caller, 'roles' | 'userType'>): boolean =>
  hasRole(spec, caller) && !isKeptFromChanging(spec, caller);

/** Tells whether the caller made the row or administers the school. */
export const isMakerOrAdmin = (makerId: number, { userId, userType }: Pick<Caller, 'userId' | 'userType'>): boolean =>
  userType === 2 || makerId === userId;

/**
 * Returns the caller, or refuses: initial password not replaced yet, call outside the scopes of the API token, missing role, or a changing call by a
 * user who may only read.
 */
export function admitCaller(spec: Permission, caller: Caller): Caller {
  if (caller.mustChangePassword === true && spec.beforeOwnPassword !== true) refuse('passwordFirst', httpMessages.passwordFirst());
  if (caller.apiToken && !hasScopeFor(caller.apiToken.scopes, spec.path)) refuse('forbidden', httpMessages.outsideScopes());
  if (!hasRole(spec, caller)) refuse('forbidden', httpMessages.forbidden());
  if (isKeptFromChanging(spec, caller)) refuse('forbidden', httpMessages.readOnly());
  return caller;
}
