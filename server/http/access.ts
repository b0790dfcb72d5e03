import type { CallSpec } from '../../sync/contract/call.ts';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { refuse, type Caller } from './handler.ts';
import { httpMessages } from './http-messages.ts';

/** Resolves a session token to its caller. Refuses with 1004 unknown, 2001 expired, 3000 signed in elsewhere, 4000 disabled. */
export type AuthenticateToken = (token: string) => Promise<Caller>;

/** Finds the caller of a call that needs a session. `token`: null if the request has none. */
export async function identifyCaller(token: string | null, authenticate: AuthenticateToken): Promise<Caller> {
  if (!token) refuse('signedOut', httpMessages.signedOut());
  return authenticate(token);
}

/** Returns the caller if they may make the call: initial password replaced, role, and user type that may change. */
export function admitCaller(spec: Pick<CallSpec, 'access' | 'changes' | 'leaderMay' | 'beforeOwnPassword'>, caller: Caller): Caller {
  const { access } = spec;
  if (caller.mustChangePassword === true && spec.beforeOwnPassword !== true) refuse('passwordFirst', httpMessages.passwordFirst());
  if (typeof access === 'string') return caller;
  if (!access.some((role) => caller.roles.includes(role))) refuse('forbidden', httpMessages.forbidden());
  if (spec.changes && spec.leaderMay !== true && caller.userType === readOnlyUserType) refuse('forbidden', httpMessages.readOnly());
  return caller;
}
