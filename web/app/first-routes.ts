import { publicRoutes } from './routes/public-routes.ts';
import type { RouteRow } from './routes/route-row.ts';
import { studentRoutes } from './routes/student-routes.ts';

/** Pages in the first chunk: those of an examinee's PC. Staff pages are registered when one is requested (`routes.ts`). */
export const firstRouteRows: readonly RouteRow[] = [...publicRoutes, ...studentRoutes];

export interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** Redirects the address of a folder, such as `/teacher/exam`, to the index page in it. The specification names areas by their folders. */
export const createIndexRedirects = (rows: readonly RouteRow[]): Redirect[] =>
  [...new Set(rows.map((row) => row.path))]
    .filter((path) => path.endsWith('/index'))
    .map((path) => ({ from: path.slice(0, -'/index'.length), to: path }));

export const firstRedirects: readonly Redirect[] = [{ from: '/', to: '/login' }, ...createIndexRedirects(firstRouteRows)];
