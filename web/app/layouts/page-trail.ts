import type { Role } from '../../../sync/contract/roles.ts';
import { canEnterRoute } from '../route-access.ts';
import { routeRows } from '../routes.ts';
import { menuGroups } from '../routes/menu-groups.ts';
import type { GroupKey, RouteRow } from '../routes/route-row.ts';
import { listMenuPages, buildSidebarMenu, type MenuNode } from './sidebar-menu.ts';

/** Returns the pages above this one that these roles may enter, topmost first. */
export function listParentRows(row: RouteRow, roles: readonly Role[]): RouteRow[] {
  const above: RouteRow[] = [];
  let path = row.under;
  while (path !== undefined && above.length < 5) {
    const at = path;
    const parent = routeRows.find((other) => other.path === at && canEnterRoute(other.access, roles));
    if (parent === undefined) break;
    above.unshift(parent);
    path = parent.under;
  }
  return above;
}

const inGroup = (nodes: readonly MenuNode[], key: GroupKey): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.kind !== 'group' ? [] : node.key === key ? node.children : inGroup(node.children, key)));

/** Returns the menu groups above a page, outermost first. `to`: first page of a clickable group. */
export function getMenuGroupPath(group: GroupKey | undefined, roles: readonly Role[]): { key: GroupKey; to: string | undefined }[] {
  const steps: { key: GroupKey; to: string | undefined }[] = [];
  const menu = buildSidebarMenu(roles);
  for (let key = group; key !== undefined; key = menuGroups[key].under) {
    const to = menuGroups[key].clickable ? listMenuPages(inGroup(menu, key))[0]?.path : undefined;
    steps.unshift({ key, to });
  }
  return steps;
}
