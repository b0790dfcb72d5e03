import i18next from 'i18next';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { toast } from '../ui/toast.ts';
import { session } from '../platform/app-session.ts';
import { startDelivering } from '../platform/delivery-start.ts';
import { appStore, sessionUserAtom } from '../platform/session-atoms.ts';
import type { SessionUser } from '../platform/session-user.ts';
import { writeToken } from '../platform/token.ts';
import { numericParams, type RouteRow } from './routes.ts';

const mayEnter = (row: RouteRow, user: SessionUser): boolean =>
  row.access === 'public' || row.access.some((role) => user.roles.includes(role));

const sits = (user: SessionUser): boolean => user.roles.includes('student') || user.roles.includes('examUser');

/** Step 4: a token without roles. Null: no roles to be had, the person signs in again. */
async function loadSession(): Promise<SessionUser | null> {
  try {
    const result = await session.load();
    if ('user' in result) return result.user;
    toast.error(i18next.t(result.kind === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
  } catch {
    // The call has said why. Without a network the session can't be made here; the sign-in page can, for who signed in before.
  }
  writeToken(null);
  return null;
}

/** The route guard of the specification (section 6, steps 1 to 4) for one row. A page outside one's roles doesn't exist. */
export const guardOf =
  (row: RouteRow) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    for (const [name, value] of Object.entries(params)) {
      if (numericParams.has(name) && !/^[0-9]+$/.test(value ?? '')) return redirect('/404');
    }
    if (row.access === 'public') return null;
    const { pathname, search } = new URL(request.url);
    const toSignIn = () => redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    // Another tab of this browser may know who is signed in; without a network, the user stands here and no token does (SY20).
    if (!(await session.join())) return toSignIn();
    const user = appStore.get(sessionUserAtom) ?? (await loadSession());
    if (user === null) return toSignIn();
    // Who sits exams here will soon have something to deliver.
    if (sits(user)) void startDelivering();
    return mayEnter(row, user) ? null : redirect('/404');
  };
