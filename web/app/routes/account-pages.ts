import type { RouteRow } from './route-row.ts';

/** The user's own account: one page at two addresses. */
export const accountPage = {
  texts: ['account'],
  page: async () => (await import('../../features/account/pages/account-page.tsx')).AccountPage,
} as const satisfies Partial<RouteRow>;
