import { i18n } from '../lib/i18n.ts';
import { redirect, replace, type LoaderFunctionArgs } from 'react-router-dom';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { draftsAtHand } from '../lib/draft-cache.ts';
import { toast } from '../ui/toast.ts';
import { session } from '../platform/app-session.ts';
import { startDelivering } from '../platform/delivery-start.ts';
import { appStore, sessionUserAtom } from '../platform/session-atoms.ts';
import type { SessionUser } from '../platform/session-user.ts';
import { readToken, writeToken } from '../platform/token.ts';
import { mayEnter } from './permitted.ts';
import { firstRows } from './first-routes.ts';
import type { RouteRow } from './routes/route-row.ts';

const sits = (user: SessionUser): boolean => user.roles.includes('student') || user.roles.includes('examUser');

/** Step 4: a token without roles. Null: no roles to be had, the person signs in again. */
async function loadSession(): Promise<SessionUser | null> {
  try {
    const result = await session.load();
    if ('user' in result) return result.user;
    toast.error(i18n.t(result.kind === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
  } catch {
    // The call has said why. Without a network the session can't be made here; the sign-in page can, for who signed in before.
  }
  writeToken(null);
  return null;
}

const sitsHere = (rows: readonly RouteRow[]): boolean => rows.some((row) => row.sitting === true);

const idLooks = { number: /^[0-9]+$/, code: /^[A-Za-z0-9.-]+$/ } as const;

/** Ids that are none lead nowhere (spec section 5). */
const wrongId = (row: RouteRow, params: LoaderFunctionArgs['params']): boolean =>
  Object.values(params).some((value) => value !== undefined && !idLooks[row.ids ?? 'number'].test(value));

/** More than the one page that everybody has who is signed in. */
const permits = (rows: readonly RouteRow[], user: SessionUser): boolean =>
  rows.filter((row) => row.access !== 'public' && mayEnter(row.access, user.roles)).length > 1;

/** The route guard of the specification (section 6, steps 1 to 4) for the rows of one path. A page outside one's roles doesn't exist. */
export const guardOf =
  (rows: readonly RouteRow[]) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    if (rows.every((row) => wrongId(row, params))) return redirect('/404');
    // A sitting keeps its answers elsewhere, and waits for nothing else.
    if (!sitsHere(rows) && !pathname.startsWith('/login')) await draftsAtHand();
    if (rows.some((row) => row.access === 'public')) return null;
    const toSignIn = () => redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    // Another tab of this browser may know who is signed in; without a network, the user stands here and no token does (SY20).
    if (!(await session.join())) return toSignIn();
    const known = appStore.get(sessionUserAtom);
    const user = known ?? (await loadSession());
    if (user === null) return toSignIn();
    if (known === null) {
      const hasPages = permits(firstRows, user) || permits((await import('./routes.ts')).routeRows, user);
      return hasPages ? replace(pathname + search) : toSignIn();
    }
    // A password that somebody else gave is changed first; who sits an exam, or is offline, is not kept from anything.
    if (known.must_change_password && !sitsHere(rows) && pathname !== '/account' && readToken() !== null) return redirect('/account');
    // Who sits exams here will soon have something to deliver.
    if (sits(user)) void startDelivering();
    const row = rows.find((each) => mayEnter(each.access, user.roles));
    if (row?.writes === true && row.under !== undefined && user.user_type === readOnlyUserType) {
      toast.error(i18n.t('app:session.readOnly'));
      return redirect(row.under);
    }
    return row ? null : redirect('/404');
  };
