import type { Role } from '../../../sync/contract/roles.ts';
import { mayEnter } from '../permitted.ts';
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
 * What stands in the sidebar of these roles, in the table's order; a group stands where its first page does. Groups nobody may
 * enter anything of are left out, however deep; a group with one page left is that page, unless it is always to be shown.
 */
export function sidebarMenu(roles: readonly Role[], table: MenuTable = theTable): MenuNode[] {
  const leaves: Leaf[] = [
    ...table.rows
      .filter((row) => row.sidebar === true && row.access !== 'public' && mayEnter(row.access, roles))
      .map((row) => ({ kind: 'page', row }) as const),
    ...table.links.filter((link) => mayEnter(link.access, roles)).map((link) => ({ kind: 'link', link }) as const),
  ];
  /** The group directly under `above` that a leaf is in or below. */
  const groupUnder = (above: GroupKey | undefined, leaf: Leaf): GroupKey | undefined => {
    for (let key = groupOf(leaf); key !== undefined && key !== above; key = table.groups[key]?.under) {
      if (table.groups[key]?.under === above) return key;
    }
    return undefined;
  };
  const childrenOf = (above: GroupKey | undefined, among: readonly Leaf[]): MenuNode[] => {
    const nodes: MenuNode[] = [];
    const seen = new Set<GroupKey>();
    for (const leaf of among) {
      const key = groupUnder(above, leaf);
      if (key === undefined) nodes.push(leaf);
      else if (!seen.has(key)) {
        seen.add(key);
        const children = childrenOf(
          key,
          among.filter((other) => groupUnder(above, other) === key),
        );
        const [only] = children;
        const stands = children.length > 1 || only === undefined || table.groups[key]?.alwaysShow === true;
        nodes.push(stands ? { kind: 'group', key, children } : only);
      }
    }
    return nodes;
  };
  return childrenOf(undefined, leaves);
}

/** Every page under these nodes. */
export const menuPages = (nodes: readonly MenuNode[]): RouteRow[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? [node.row] : node.kind === 'group' ? menuPages(node.children) : []));

/** The navigation of a title bar: its pages, and the page shown where that one stands there only while it is. */
export const titleBarRows = (
  layout: RouteRow['layout'],
  roles: readonly Role[],
  current: RouteRow | undefined,
  rows: readonly RouteRow[] = routeRows,
): readonly RouteRow[] =>
  rows.filter(
    (row) => row.layout === layout && mayEnter(row.access, roles) && (row.sidebar === true || (row.sidebar === 'here' && row === current)),
  );

/** The path the menu marks for a page: its own, or of the nearest page above it that stands there. */
export function markedPath(row: RouteRow | undefined, rows: readonly RouteRow[] = routeRows): string | undefined {
  let at = row;
  for (let depth = 0; at !== undefined && depth < 5; depth += 1) {
    if (at.sidebar !== undefined) return at.path;
    const under: string | undefined = at.under;
    at = rows.find((other) => other.path === under);
  }
  return undefined;
}
