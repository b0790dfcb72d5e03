import type { Role } from '../../../sync/contract/roles.ts';
import { canEnterRoute } from '../routes/route-access.ts';
import { routeRows } from '../routes.ts';
import { externalLinks, menuGroups } from '../routes/menu-groups.ts';
import type { ExternalLink, GroupKey, MenuGroup, RouteRow } from '../routes/route-row.ts';

export type MenuNode =
  | { readonly kind: 'page'; readonly row: RouteRow }
  | { readonly kind: 'link'; readonly link: ExternalLink }
  | { readonly kind: 'group'; readonly key: GroupKey; readonly children: readonly MenuNode[] };

interface MenuTable {
  readonly rows: readonly RouteRow[];
  readonly links: readonly ExternalLink[];
  readonly groups: Readonly<Record<string, MenuGroup>>;
}
const theTable: MenuTable = { rows: routeRows, links: externalLinks, groups: menuGroups };

type Leaf = Exclude<MenuNode, { kind: 'group' }>;
const groupOf = (leaf: Leaf): GroupKey | undefined => (leaf.kind === 'page' ? leaf.row.group : leaf.link.group);

/**
 * Builds the sidebar of these roles, in the table's order; a group is placed where its first page is. Groups without an accessible page are
 * left out at every depth. A group with a single page is replaced by the page, unless `alwaysShow` is set.
 */
export function buildSidebarMenu(roles: readonly Role[], table: MenuTable = theTable): MenuNode[] {
  const leaves: Leaf[] = [
    ...table.rows
      .filter((row) => row.sidebar === true && row.access !== 'public' && canEnterRoute(row.access, roles))
      .map((row) => ({ kind: 'page', row }) as const),
    ...table.links.filter((link) => canEnterRoute(link.access, roles)).map((link) => ({ kind: 'link', link }) as const),
  ];
  /** Returns the group directly under `above` that contains the leaf at any depth. */
  const groupUnder = (above: GroupKey | undefined, leaf: Leaf): GroupKey | undefined => {
    for (let key = groupOf(leaf); key !== undefined && key !== above; key = table.groups[key]?.under) {
      if (table.groups[key]?.under === above) return key;
    }
    return undefined;
  };
  const childrenOf = (parent: GroupKey | undefined, leaves: readonly Leaf[]): MenuNode[] => {
    const nodes: MenuNode[] = [];
    const seenKeys = new Set<GroupKey>();
    for (const leaf of leaves) {
      const key = groupUnder(parent, leaf);
      if (key === undefined) nodes.push(leaf);
      else if (!seenKeys.has(key)) {
        seenKeys.add(key);
        const children = childrenOf(
          key,
          leaves.filter((other) => groupUnder(parent, other) === key),
        );
        const [firstChild] = children;
        const isGroupShown = children.length > 1 || firstChild === undefined || table.groups[key]?.alwaysShow === true;
        nodes.push(isGroupShown ? { kind: 'group', key, children } : firstChild);
      }
    }
    return nodes;
  };
  return childrenOf(undefined, leaves);
}

/** Tells whether a menu has at most one page or link; then no sidebar is shown. */
export const isSingleEntry = (nodes: readonly MenuNode[]): boolean => nodes.length <= 1 && nodes[0]?.kind !== 'group';

/** Returns every page under these nodes. */
export const listMenuPages = (nodes: readonly MenuNode[]): RouteRow[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? [node.row] : node.kind === 'group' ? listMenuPages(node.children) : []));

/** Returns the pages in a title bar's navigation. Pages with `sidebar: 'here'` are included only while they are current. */
export const listTitleBarRows = (layout: RouteRow['layout'], roles: readonly Role[], current: RouteRow | undefined): readonly RouteRow[] =>
  routeRows.filter(
    (row) =>
      row.layout === layout && canEnterRoute(row.access, roles) && (row.sidebar === true || (row.sidebar === 'here' && row === current)),
  );

/** Returns the path that the menu highlights: the page's own, or that of the nearest page above it in the menu. */
export function getMarkedPath(row: RouteRow | undefined): string | undefined {
  let at = row;
  for (let depth = 0; at !== undefined && depth < 5; depth += 1) {
    if (at.sidebar !== undefined) return at.path;
    const under: string | undefined = at.under;
    at = routeRows.find((other) => other.path === under);
  }
  return undefined;
}
