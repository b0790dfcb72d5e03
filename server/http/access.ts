import type { CallSpec } from '../../sync/contract/call.ts';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { refuse, Refusal, type Caller } from './handler.ts';
import { httpMessages } from './http-messages.ts';

/** Resolves a session token to its caller, or refuses: 1004 unknown, 2001 expired, 3000 signed in elsewhere, 4000 disabled. */
export type AuthenticateToken = (token: string) => Promise<Caller | Refusal>;

/** The caller (null if the call needs no session), or the reason why the call is refused. */
export interface AdmissionResult {
  readonly caller: Caller | null;
  readonly refusal?: Refusal;
}

/** Admits or refuses the caller of a call: session, initial password, role, and read-only user type. */
export async function admitCaller(
  spec: Pick<CallSpec, 'access' | 'changes' | 'leaderMay' | 'beforeOwnPassword'>,
  token: string | null,
  authenticate: AuthenticateToken,
): Promise<AdmissionResult> {
  const access = spec.access;
  if (access === 'public' || access === 'ticket') return { caller: null };
  if (!token) return { caller: null, refusal: refuse('signedOut', httpMessages.signedOut()) };
  const caller = await authenticate(token);
  if (caller instanceof Refusal) return { caller: null, refusal: caller };
  if (caller.mustChangePassword === true && spec.beforeOwnPassword !== true)
    return { caller, refusal: refuse('passwordFirst', httpMessages.passwordFirst()) };
  if (access === 'signedIn') return { caller };
  if (!access.some((role) => caller.roles.includes(role))) return { caller, refusal: refuse('forbidden', httpMessages.forbidden()) };
  if (spec.changes && spec.leaderMay !== true && caller.userType === readOnlyUserType)
    return { caller, refusal: refuse('forbidden', httpMessages.readOnly()) };
  return { caller };
}
