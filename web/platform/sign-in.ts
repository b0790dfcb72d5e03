import { session } from './app-session.ts';
import type { SessionUser } from './session-user.ts';

export interface Credentials {
  readonly loginName: string;
  readonly secret: string;
  readonly schoolId: number;
  /** 1 login name and password, 2 admission ticket number and ID number. */
  readonly loginType: 1 | 2;
}

/**
 * Signs in and learns who this is; without a network from what this PC knows of the credential (SY20). Rejects with the
 * `CallFailure` of the call that refused. `noUser`, `noRoles`: the server let them in and then knew nothing of them.
 */
export async function signIn(credentials: Credentials): Promise<SessionUser | 'noUser' | 'noRoles'> {
  const result = await session.signIn({
    login_name: credentials.loginName,
    login_pwd: credentials.secret,
    school_id: credentials.schoolId,
    login_type: credentials.loginType,
  });
  return 'user' in result ? result.user : result.kind;
}
