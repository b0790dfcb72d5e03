import { userCalls } from '../../sync/contract/user.ts';
import { call } from './call.ts';
import { appStore, sessionUserAtom } from './session-atoms.ts';
import { toSessionUser, type SessionUser } from './session-user.ts';
import { writeToken } from './token.ts';

export interface Credentials {
  readonly loginName: string;
  readonly secret: string;
  readonly schoolId: number;
  /** 1 login name and password, 2 admission ticket number and ID number. */
  readonly loginType: 1 | 2;
}

/** Signs in and learns who this is. Rejects with the `CallFailure` of the call that refused. */
export async function signIn(credentials: Credentials): Promise<SessionUser> {
  const { token } = await call(userCalls.login, {
    login_name: credentials.loginName,
    login_pwd: credentials.secret,
    school_id: credentials.schoolId,
    login_type: credentials.loginType,
  });
  writeToken(token);
  const user = toSessionUser(await call(userCalls.getInfo, {}));
  appStore.set(sessionUserAtom, user);
  return user;
}
