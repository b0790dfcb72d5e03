import { appSession } from './app-session.ts';
import type { SessionUser } from './session-user.ts';

export interface SignInInput {
  readonly loginName: string;
  readonly secret: string;
  readonly schoolId: number;
  /** 1: login name and password. 2: admission ticket number and ID number. */
  readonly loginType: 1 | 2;
}

/**
 * Signs in and returns the user; without a network, from what this PC stored for the credential (SY20). Rejects with the `CallFailure` of the
 * refused call. `noUser`, `noRoles`: the server accepted the credential but returned no user or no roles.
 */
export async function signInUser(credentials: SignInInput): Promise<SessionUser | 'noUser' | 'noRoles'> {
  const result = await appSession.signIn({
    login_name: credentials.loginName,
    login_pwd: credentials.secret,
    school_id: credentials.schoolId,
    login_type: credentials.loginType,
  });
  return 'user' in result ? result.user : result.kind;
}
