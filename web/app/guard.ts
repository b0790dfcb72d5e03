import { i18n } from '../lib/i18n.ts';
import { redirect, replace, type LoaderFunctionArgs } from 'react-router-dom';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { loadDrafts } from '../lib/draft/draft-cache.ts';
import { toast } from '../ui/feedback/toast.ts';
import { appSession } from '../platform/session/app-session.ts';
import { startDelivering } from '../platform/exam-device/delivery-start.ts';
import { appStore, sessionUserAtom } from '../platform/session/session-atoms.ts';
import type { SessionUser } from '../platform/session/session-user.ts';
import { readToken } from '../platform/api/token.ts';
import { getSignInAddress, loadSession } from './load-session.ts';
import { canEnterRoute } from './route-access.ts';
import { firstRouteRows } from './first-routes.ts';
import type { RouteRow } from './routes/route-row.ts';

const sits = (user: SessionUser): boolean => user.roles.includes('student') || user.roles.includes('examUser');

const sitsHere = (rows: readonly RouteRow[]): boolean => rows.some((row) => row.sitting === true);

const idLooks = { number: /^[0-9]+$/, code: /^[A-Za-z0-9.-]+$/ } as const;

/** Tests whether an id in the address is malformed; such an address leads nowhere (specification section 5). */
const wrongId = (row: RouteRow, params: LoaderFunctionArgs['params']): boolean =>
  Object.values(params).some((value) => value !== undefined && !idLooks[row.ids ?? 'number'].test(value));

/** Tests whether the user may enter more than the one page that every signed-in user has. */
const permits = (rows: readonly RouteRow[], user: SessionUser): boolean =>
  rows.filter((row) => row.access !== 'public' && canEnterRoute(row.access, user.roles)).length > 1;

/**
 * Implements the route guard of the specification (section 6, steps 1 to 4) for the rows of one path. A page outside the user's roles counts as not
 * found.
 */
export const createRouteGuard =
  (rows: readonly RouteRow[]) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    if (rows.every((row) => wrongId(row, params))) return redirect('/404');
    // Wait until drafts can be read. The player stores answers elsewhere, so it does not wait.
    if (!sitsHere(rows) && !pathname.startsWith('/login')) await loadDrafts();
    if (rows.some((row) => row.access === 'public')) return null;
    const toSignIn = () => redirect(getSignInAddress({ pathname, search }));
    // Another tab may hold the session. Without a network, the user is known although there is no token (SY20).
    if (!(await appSession.join())) return toSignIn();
    const known = appStore.get(sessionUserAtom);
    const user = known ?? (await loadSession());
    if (user === null) return toSignIn();
    if (known === null) {
      const hasPages = permits(firstRouteRows, user) || permits((await import('./routes.ts')).routeRows, user);
      return hasPages ? replace(pathname + search) : toSignIn();
    }
    // An initial password must be changed first, unless the user is sitting an exam or is offline.
    if (known.must_change_password && !sitsHere(rows) && pathname !== '/account' && readToken() !== null) return redirect('/account');
    // Examinees and students will soon have answers to deliver.
    if (sits(user)) void startDelivering();
    const row = rows.find((each) => canEnterRoute(each.access, user.roles));
    if (row?.writes === true && row.under !== undefined && user.user_type === readOnlyUserType) {
      toast.error(i18n.t('app:session.readOnly'));
      return redirect(row.under);
    }
    return row ? null : redirect('/404');
  };
