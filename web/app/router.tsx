import { useEffect } from 'react';
import { createBrowserRouter, redirect, type RouteObject, useRouteError, replace, type LoaderFunctionArgs } from 'react-router-dom';
import { useCurrentRoute } from './routes/current-route.ts';
import { FailurePage } from './error-page.tsx';
import { loadTexts } from './i18n.ts';
import { loadLayouts, PageLayout } from './layouts/page-layout.tsx';
import { PageFrame } from './page-frame.tsx';
import { firstRedirects, firstRouteRows, type Redirect } from './first-routes.ts';
import type { RouteRow } from './routes/route-row.ts';
import { i18n } from '../lib/i18n.ts';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { loadDrafts } from '../lib/draft/draft-cache.ts';
import { toast } from '../ui/feedback/toast.ts';
import { appSession } from '../platform/session/app-session.ts';
import { startDelivering } from '../platform/exam-device/delivery-start.ts';
import { appStore, sessionUserAtom } from '../platform/session/session-atoms.ts';
import type { SessionUser } from '../platform/session/session-user.ts';
import { readToken } from '../platform/api/token.ts';
import { getSignInAddress, loadSession } from './load-session.ts';
import { canEnterRoute } from './routes/route-access.ts';

const isExaminee = (user: SessionUser): boolean => user.roles.includes('student') || user.roles.includes('examUser');

const hasSittingRow = (rows: readonly RouteRow[]): boolean => rows.some((row) => row.sitting === true);

const idLooks = { number: /^[0-9]+$/, code: /^[A-Za-z0-9.-]+$/ } as const;

/** Tests whether an id in the address is malformed; such an address leads nowhere (specification section 5). */
const hasMalformedId = (row: RouteRow, params: LoaderFunctionArgs['params']): boolean =>
  Object.values(params).some((value) => value !== undefined && !idLooks[row.ids ?? 'number'].test(value));

/** Tests whether the user may enter more than the one page that every signed-in user has. */
const canEnterPages = (rows: readonly RouteRow[], user: SessionUser): boolean =>
  rows.filter((row) => row.access !== 'public' && canEnterRoute(row.access, user.roles)).length > 1;

/**
 * Implements the route guard of the specification (section 6, steps 1 to 4) for the rows of one path. A page outside the user's roles counts as not
 * found.
 */
const createRouteGuard =
  (rows: readonly RouteRow[]) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    if (rows.every((row) => hasMalformedId(row, params))) return redirect('/404');
    // Starts loading the stored drafts while the user is loaded. The player stores answers elsewhere, so it does not wait for drafts.
    const drafts = hasSittingRow(rows) || pathname.startsWith('/login') ? undefined : loadDrafts();
    if (rows.some((row) => row.access === 'public')) {
      await drafts;
      return null;
    }
    const toSignIn = () => redirect(getSignInAddress({ pathname, search }));
    // `join` also finds a session in another tab. Without a network, the user may be known although there is no token (SY20).
    if (!(await appSession.join())) return toSignIn();
    const currentUser = appStore.get(sessionUserAtom);
    const user = currentUser ?? (await loadSession());
    if (user === null) return toSignIn();
    if (currentUser === null) {
      const hasPages = canEnterPages(firstRouteRows, user) || canEnterPages((await import('./routes.ts')).routeRows, user);
      return hasPages ? replace(pathname + search) : toSignIn();
    }
    // An initial password must be changed first, unless the user is sitting an exam or is offline.
    if (currentUser.must_change_password && !hasSittingRow(rows) && pathname !== '/account' && readToken() !== null)
      return redirect('/account');
    // Starts the background delivery of answers now, because examinees and students will soon have some.
    if (isExaminee(user)) void startDelivering();
    const row = rows.find((each) => canEnterRoute(each.access, user.roles));
    if (row?.writes === true && row.under !== undefined && user.user_type === readOnlyUserType) {
      toast.error(i18n.t('app:session.readOnly'));
      return redirect(row.under);
    }
    await drafts;
    return row ? null : redirect('/404');
  };

/** Builds the component of an address that shows another page for each role. */
async function createPageByRole(rows: readonly RouteRow[]) {
  const pages = new Map(await Promise.all(rows.map(async (row) => [row, await row.page()] as const)));
  return function PageByRole() {
    const row = useCurrentRoute();
    const Page = row && pages.get(row);
    return Page ? <Page /> : null;
  };
}

/** Reports the error of a page that threw, or whose chunk failed to load, and shows the failure page. */
function RouteFailure() {
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  return <FailurePage />;
}

function groupByPath(rows: readonly RouteRow[]): Map<string, RouteRow[]> {
  const found = new Map<string, RouteRow[]>();
  for (const row of rows) found.set(row.path, [...(found.get(row.path) ?? []), row]);
  return found;
}

const toRoute = ([path, rows]: [string, RouteRow[]]): RouteObject => ({
  path,
  handle: rows,
  loader: createRouteGuard(rows),
  // A change of filters in the URL does not run the guard again.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  lazy: {
    Component: async () => {
      const [only, ...others] = rows;
      const [page] = await Promise.all([
        only && others.length === 0 ? only.page() : createPageByRole(rows),
        loadTexts(['words', ...rows.flatMap((row) => row.texts)]),
        ...rows.map((row) => loadLayouts(row)),
      ]);
      return page;
    },
  },
  errorElement: <RouteFailure />,
});

const createPageRoutes = (rows: readonly RouteRow[]): RouteObject[] => [...groupByPath(rows)].map(toRoute);
const createRedirectRoutes = (redirects: readonly Redirect[]): RouteObject[] =>
  redirects.map(({ from, to }) => ({ path: from, loader: () => redirect(to) }));

/** Creates the router. Staff pages are added when an unknown address is opened. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        id: 'frame',
        element: <PageFrame />,
        errorElement: <RouteFailure />,
        hydrateFallbackElement: <></>,
        children: [
          ...createRedirectRoutes(firstRedirects),
          { id: 'pages', element: <PageLayout />, errorElement: <RouteFailure />, children: createPageRoutes(firstRouteRows) },
          { path: '*', loader: () => redirect('/404') },
        ],
      },
    ],
    {
      // React Router also calls this for a known address whose pattern contains a parameter. Then there is nothing to add.
      async patchRoutesOnNavigation({ path, matches, patch }) {
        if (matches.some(({ route, pathname }) => route.path !== '*' && route.path !== undefined && pathname === path)) return;
        const { laterRedirects, laterRouteRows } = await import('./routes.ts');
        patch('frame', createRedirectRoutes(laterRedirects));
        patch('pages', createPageRoutes(laterRouteRows));
      },
    },
  );
