import { publicRoutes } from './routes/public-routes.ts';
import type { RouteRow } from './routes/route-row.ts';
import { studentRoutes } from './routes/student-routes.ts';

/** What an examinee's PC asks for comes with the first chunk; staff's pages are told when one of them is asked for (`routes.ts`). */
export const firstRows: readonly RouteRow[] = [...publicRoutes, ...studentRoutes];

export interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** Where the specification names an area by its folder, its first page. */
export const toIndexes = (rows: readonly RouteRow[]): Redirect[] =>
  [...new Set(rows.map((row) => row.path))]
    .filter((path) => path.endsWith('/index'))
    .map((path) => ({ from: path.slice(0, -'/index'.length), to: path }));

export const firstRedirects: readonly Redirect[] = [{ from: '/', to: '/login' }, ...toIndexes(firstRows)];
