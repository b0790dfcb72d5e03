import { useAtomValue } from 'jotai';
import { useMatches } from 'react-router-dom';
import type { Role } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { canEnterRoute } from './route-access.ts';
import type { RouteRow } from './route-row.ts';

/**
 * Returns the row that these roles may open, of several rows with one path. If none is allowed, returns the first row; the route guard then
 * has already redirected the user.
 */
export const findRouteForRoles = (rows: readonly RouteRow[], roles: readonly Role[]): RouteRow | undefined =>
  rows.find((row) => canEnterRoute(row.access, roles)) ?? rows[0];

/** Returns the route table row of the current page. */
export function useCurrentRoute(): RouteRow | undefined {
  const user = useAtomValue(sessionUserAtom);
  const rows = useMatches().findLast((match) => match.handle !== undefined)?.handle as readonly RouteRow[] | undefined;
  return rows && findRouteForRoles(rows, user?.roles ?? []);
}
