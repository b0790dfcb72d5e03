import { schoolParameter, websiteCodePattern } from '../../sync/contract/patterns.ts';
import { i18n } from '../lib/i18n.ts';
import { writeToken } from '../platform/api/token.ts';
import { appSession } from '../platform/session/app-session.ts';
import type { SessionUser } from '../platform/session/session-user.ts';
import { toast } from '../ui/feedback/toast.ts';

/**
 * Returns the address of the sign-in page, which afterwards leads back to this page. A link from outside may name its school
 * (`?school=demo`), because a new PC does not know it.
 */
export function getSignInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const school = new URLSearchParams(search).get(schoolParameter) ?? '';
  const signIn = websiteCodePattern.test(school) ? `/login/${school}` : '/login';
  return `${signIn}?redirect=${encodeURIComponent(pathname + search)}`;
}

/**
 * Loads the user of the session token (step 4 of the route guard in section 6 of the specification). Returns null if the token gives no
 * roles: the user must sign in again.
 */
export async function loadSession(): Promise<SessionUser | null> {
  try {
    const result = await appSession.load();
    if ('user' in result) return result.user;
    toast.error(i18n.t(result.kind === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
  } catch {
    // The user has already seen why the call failed. Without a network, only the sign-in page can start a session, for a user who signed in before.
  }
  writeToken(null);
  return null;
}
