import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { PageFrame } from './page-frame.tsx';
import { RouteFailure } from './error-page.tsx';
import { loadTexts } from './i18n.ts';
import { guardOf } from './guard.ts';
import { routeRows, type RouteRow } from './routes.ts';

const toRoute = (row: RouteRow): RouteObject => ({
  path: row.path,
  handle: row,
  loader: guardOf(row),
  // A change of filters in the URL is no new arrival.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  lazy: {
    Component: async () => {
      const [page] = await Promise.all([row.page(), loadTexts(row.texts)]);
      return page;
    },
  },
  errorElement: <RouteFailure />,
});

const rowsOf = (layout: RouteRow['layout']) => routeRows.filter((row) => row.layout === layout).map(toRoute);

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <PageFrame />,
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/', loader: () => redirect('/login') },
        ...rowsOf('plain'),
        {
          lazy: { Component: async () => (await import('./layouts/admin-layout.tsx')).AdminLayout },
          errorElement: <RouteFailure />,
          children: rowsOf('admin'),
        },
        { path: '*', loader: () => redirect('/404') },
      ],
    },
  ]);
