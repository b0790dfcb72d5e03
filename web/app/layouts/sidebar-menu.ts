import type { Role } from '../../../sync/contract/roles.ts';
import { routeRows, type GroupKey, type RouteRow } from '../routes.ts';

export type MenuEntry =
  | { readonly kind: 'page'; readonly row: RouteRow }
  | { readonly kind: 'group'; readonly group: GroupKey; readonly rows: readonly RouteRow[] };

/** The permitted pages that stand in the sidebar, in the table's order; a group stands where its first page does. */
export function sidebarMenu(roles: readonly Role[], rows: readonly RouteRow[] = routeRows): MenuEntry[] {
  const permitted = rows.filter(
    (row) => row.sidebar === true && row.access !== 'public' && row.access.some((role) => roles.includes(role)),
  );
  const entries: MenuEntry[] = [];
  const seen = new Set<GroupKey>();
  for (const row of permitted) {
    const { group } = row;
    if (group === undefined) entries.push({ kind: 'page', row });
    else if (!seen.has(group)) {
      seen.add(group);
      entries.push({ kind: 'group', group, rows: permitted.filter((other) => other.group === group) });
    }
  }
  return entries;
}

/** The path the sidebar marks for a page: its own, or of the nearest page above it that stands there. */
export function markedPath(row: RouteRow | undefined, rows: readonly RouteRow[] = routeRows): string | undefined {
  let at = row;
  for (let depth = 0; at !== undefined && depth < 5; depth += 1) {
    if (at.sidebar === true) return at.path;
    const under: string | undefined = at.under;
    at = rows.find((other) => other.path === under);
  }
  return undefined;
}
