import type { RouteRow } from './route-row.ts';

/** A page that an issue to come builds. `not-yet.test.ts` holds the list of them, which only shrinks. */
export const notYet = {
  calls: [],
  texts: [],
  page: async () => (await import('../not-yet-page.tsx')).NotYetPage,
} as const satisfies Partial<RouteRow>;

/** It has its address and its place in the menu, and no page yet. */
export const isNotYet = (row: Pick<RouteRow, 'page'>): boolean => row.page === notYet.page;
