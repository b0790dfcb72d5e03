import { useEffect } from 'react';
import { createBrowserRouter, redirect, type RouteObject, useRouteError } from 'react-router-dom';
import { useCurrentRoute } from './current-route.ts';
import { FailurePage } from './error-page.tsx';
import { createRouteGuard } from './guard.ts';
import { loadTexts } from './i18n.ts';
import { loadLayouts, PageLayout } from './layouts/page-layout.tsx';
import { PageFrame } from './page-frame.tsx';
import { firstRedirects, firstRouteRows, type Redirect } from './first-routes.ts';
import type { RouteRow } from './routes/route-row.ts';

/** Builds the component of an address that shows another page for each role. */
async function pageByRole(rows: readonly RouteRow[]) {
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

function rowsByPath(rows: readonly RouteRow[]): Map<string, RouteRow[]> {
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
        only && others.length === 0 ? only.page() : pageByRole(rows),
        loadTexts(rows.flatMap((row) => row.texts)),
        ...rows.map((row) => loadLayouts(row)),
      ]);
      return page;
    },
  },
  errorElement: <RouteFailure />,
});

/** Gallery of the UI components, for development only. Builds for schools contain neither the address nor the code. */
const devRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/kit', lazy: { Component: async () => (await import('../features/kit/pages/kit-page.tsx')).KitPage } }]
  : [];

const pagesOf = (rows: readonly RouteRow[]): RouteObject[] => [...rowsByPath(rows)].map(toRoute);
const leadingOn = (redirects: readonly Redirect[]): RouteObject[] =>
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
          ...leadingOn(firstRedirects),
          { id: 'pages', element: <PageLayout />, errorElement: <RouteFailure />, children: pagesOf(firstRouteRows) },
          ...devRoutes,
          { path: '*', loader: () => redirect('/404') },
        ],
      },
    ],
    {
      // React Router also calls this for a known address if its pattern contains a parameter.
      async patchRoutesOnNavigation({ path, matches, patch }) {
        if (matches.some(({ route, pathname }) => route.path !== '*' && route.path !== undefined && pathname === path)) return;
        const { laterRedirects, laterRouteRows: laterRows } = await import('./routes.ts');
        patch('frame', leadingOn(laterRedirects));
        patch('pages', pagesOf(laterRows));
      },
    },
  );
