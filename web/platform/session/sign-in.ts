import { makeCall } from '../api/call.ts';
import { appSession } from './app-session.ts';
import type { SignInResult } from './session.ts';
import type { SessionUser } from './session-user.ts';

export interface SignInInput {
  readonly loginName: string;
  readonly secret: string;
  readonly schoolId: number;
  /** 1: login name and password. 2: admission ticket number and ID number. */
  readonly loginType: 1 | 2;
  /** Code of the second factor, '' if none was asked for. */
  readonly code?: string;
}

/**
 * Signs in and returns the user; without a network, from what this PC stored for the credential (SY20). Rejects with the `CallFailure` of the
 * refused call. `noUser`, `noRoles`: the server accepted the credential but returned no user or no roles.
 */
export async function signInUser(credentials: SignInInput): Promise<SessionUser | 'noUser' | 'noRoles'> {
  const { loginName, secret, schoolId, loginType, code } = credentials;
  const credential = { login_name: loginName, login_pwd: secret, school_id: schoolId, login_type: loginType };
  const result = await appSession.signIn(credential, code);
  return toUser(result);
}

/** Signs in with login name and password of the school's directory (LDAP). Rejects and resolves as `signInUser`; it needs the network. */
export async function signInAtDirectory(
  schoolId: number,
  loginName: string,
  password: string,
  code: string,
): Promise<SessionUser | 'noUser' | 'noRoles'> {
  const input = { school_id: schoolId, login_name: loginName, login_pwd: password, code };
  const { token } = await makeCall('/directory/signIn', input, { quiet: true, ownSession: true });
  return toUser(await appSession.enter(token));
}

/**
 * Finishes a sign-in at the page of a directory. `flow`: state that the server encrypted, from the beginning of the sign-in or from the refusal that
 * asked for the `code`. `answer`: query string that the directory's page sent back.
 */
export async function finishDirectorySignIn(flow: string, answer: string, code: string): Promise<SessionUser | 'noUser' | 'noRoles'> {
  const { token } = await makeCall('/directory/finish', { flow, answer, code }, { quiet: true, ownSession: true });
  return toUser(await appSession.enter(token));
}

/**
 * Finishes a launch from a learning platform. `flow`: state that the server encrypted, from the beginning of the launch or from the refusal that
 * asked for the `code`. `answer`: form that the platform sent. Also resolves with the course that the launch names, or null.
 */
export async function finishLtiLaunch(flow: string, answer: string, code: string) {
  const { token, courseId } = await makeCall('/lti/finish', { flow, answer, code }, { quiet: true, ownSession: true });
  return { user: toUser(await appSession.enter(token)), courseId };
}

const toUser = (result: SignInResult): SessionUser | 'noUser' | 'noRoles' => ('user' in result ? result.user : result.kind);
