import { useAtomValue } from 'jotai';
import { useMatches } from 'react-router-dom';
import type { Role } from '../../sync/contract/roles.ts';
import { sessionUserAtom } from '../platform/session-atoms.ts';
import { mayEnter } from './permitted.ts';
import type { RouteRow } from './routes/route-row.ts';

/** Of the rows of one path, the one these roles may see; the first where they may see none (the guard has sent them away). */
export const rowFor = (rows: readonly RouteRow[], roles: readonly Role[]): RouteRow | undefined =>
  rows.find((row) => mayEnter(row.access, roles)) ?? rows[0];

/** The row of the page that is shown. */
export function useCurrentRow(): RouteRow | undefined {
  const user = useAtomValue(sessionUserAtom);
  const rows = useMatches().findLast((match) => match.handle !== undefined)?.handle as readonly RouteRow[] | undefined;
  return rows && rowFor(rows, user?.roles ?? []);
}
