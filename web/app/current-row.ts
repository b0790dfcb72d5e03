import { useAtomValue } from 'jotai';
import { useMatches } from 'react-router-dom';
import type { Role } from '../../sync/contract/roles.ts';
import { sessionUserAtom } from '../platform/session-atoms.ts';
import { mayEnter } from './permitted.ts';
import type { RouteRow } from './routes/route-row.ts';

/** Returns the row of a path that these roles may see; the first row if there is none (the guard has redirected the user then). */
export const rowFor = (rows: readonly RouteRow[], roles: readonly Role[]): RouteRow | undefined =>
  rows.find((row) => mayEnter(row.access, roles)) ?? rows[0];

/** Returns the row of the current page. */
export function useCurrentRow(): RouteRow | undefined {
  const user = useAtomValue(sessionUserAtom);
  const rows = useMatches().findLast((match) => match.handle !== undefined)?.handle as readonly RouteRow[] | undefined;
  return rows && rowFor(rows, user?.roles ?? []);
}
