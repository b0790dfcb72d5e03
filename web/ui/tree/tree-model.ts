/** A node of a tree. The caller defines the ids. A node without children is a leaf. */
export interface TreeNode {
  readonly id: string;
  /** Name of the node. Screen readers read it, and typing its first letters finds it. */
  readonly name: string;
  readonly children: readonly TreeNode[];
  /** True if the node accepts children although it has none now. Other leaves accept no drops. */
  readonly branch?: boolean;
}

/** One visible row of a tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly parentId: string | null;
  /** Depth of the node in the tree; 1 for a root. */
  readonly level: number;
  /** Position among its siblings, from 1. */
  readonly place: number;
  readonly siblings: number;
  /** Undefined for a leaf, which cannot be expanded. */
  readonly expanded: boolean | undefined;
}

/** Returns the visible rows of a tree: roots, and children of expanded nodes. */
export function listVisibleRows(nodes: readonly TreeNode[], expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (siblings: readonly TreeNode[], parentId: string | null, level: number): void => {
    for (const [index, node] of siblings.entries()) {
      const open = node.children.length === 0 ? undefined : expanded.has(node.id);
      rows.push({ node, parentId, level, place: index + 1, siblings: siblings.length, expanded: open });
      if (open === true) visit(node.children, node.id, level + 1);
    }
  };
  visit(nodes, null, 1);
  return rows;
}

/** Effect of a key in a tree (WAI-ARIA tree pattern). */
export type TreeKeyAction =
  | { readonly kind: 'focus'; readonly id: string }
  | { readonly kind: 'expand' | 'collapse'; readonly ids: readonly string[] }
  | { readonly kind: 'select' | 'edit' | 'remove'; readonly id: string };

/** Maps a key to its action in the tree; null if the tree does not use the key. */
export function getTreeKeyAction(key: string, rows: readonly TreeRow[], focusedId: string): TreeKeyAction | null {
  const at = rows.findIndex(({ node }) => node.id === focusedId);
  const row = rows[at];
  if (row === undefined) return null;
  const focusAt = (index: number): TreeKeyAction | null => {
    const target = rows[index];
    return target === undefined ? null : { kind: 'focus', id: target.node.id };
  };
  switch (key) {
    case 'ArrowDown':
      return focusAt(at + 1);
    case 'ArrowUp':
      return focusAt(at - 1);
    case 'Home':
      return focusAt(0);
    case 'End':
      return focusAt(rows.length - 1);
    case 'ArrowRight':
      if (row.expanded === undefined) return null;
      return row.expanded ? focusAt(at + 1) : { kind: 'expand', ids: [focusedId] };
    case 'ArrowLeft':
      if (row.expanded === true) return { kind: 'collapse', ids: [focusedId] };
      return row.parentId === null ? null : { kind: 'focus', id: row.parentId };
    case '*':
      return {
        kind: 'expand',
        ids: rows.filter((other) => other.parentId === row.parentId && other.expanded === false).map((other) => other.node.id),
      };
    case 'Enter':
    case ' ':
      return { kind: 'select', id: focusedId };
    case 'F2':
      return { kind: 'edit', id: focusedId };
    case 'Delete':
      return { kind: 'remove', id: focusedId };
    default:
      return null;
  }
}

/** Finds the next row whose name begins with `typed`, after the focused one. From the second letter on, the focused row itself may match. */
export function findTypedRow(rows: readonly TreeRow[], focusedId: string, typed: string): string | null {
  const at = rows.findIndex(({ node }) => node.id === focusedId);
  const from = typed.length > 1 ? at : at + 1;
  const order = [...rows.slice(from), ...rows.slice(0, from)];
  return order.find(({ node }) => node.name.toLowerCase().startsWith(typed.toLowerCase()))?.node.id ?? null;
}

/** A move to a new position. `index`: position among the new siblings, not counting the moved node. */
export interface TreeMove {
  readonly id: string;
  readonly parentId: string | null;
  readonly index: number;
}

interface FoundNode {
  readonly node: TreeNode;
  readonly parent: TreeNode | null;
  readonly siblings: readonly TreeNode[];
  readonly index: number;
}

/** Finds a node at any depth, with its parent, its siblings and its index among them. */
export function findNode(nodes: readonly TreeNode[], id: string, parent: TreeNode | null = null): FoundNode | null {
  for (const [index, node] of nodes.entries()) {
    if (node.id === id) return { node, parent, siblings: nodes, index };
    const below = findNode(node.children, id, node);
    if (below) return below;
  }
  return null;
}

const canHaveChildren = (node: TreeNode): boolean => node.children.length > 0 || node.branch === true;

/** Computes the move for Alt with an arrow: up and down among the siblings, right into the sibling above, left to the position after the parent. */
export function computeMoveByKey(nodes: readonly TreeNode[], id: string, key: string): TreeMove | null {
  const found = findNode(nodes, id);
  if (!found) return null;
  const { parent, siblings, index } = found;
  if (key === 'ArrowUp') return index === 0 ? null : { id, parentId: parent?.id ?? null, index: index - 1 };
  if (key === 'ArrowDown') return index === siblings.length - 1 ? null : { id, parentId: parent?.id ?? null, index: index + 1 };
  if (key === 'ArrowRight') {
    const above = siblings[index - 1];
    return above && canHaveChildren(above) ? { id, parentId: above.id, index: above.children.length } : null;
  }
  if (key !== 'ArrowLeft' || parent === null) return null;
  const outer = findNode(nodes, parent.id);
  return outer && { id, parentId: outer.parent?.id ?? null, index: outer.index + 1 };
}

/** Computes the move for dropping `id` on a row. Null if it would not move, or would move into itself. */
export function computeMoveByDrop(
  nodes: readonly TreeNode[],
  id: string,
  ontoId: string,
  where: 'before' | 'after' | 'inside',
): TreeMove | null {
  const moved = findNode(nodes, id);
  const onto = findNode(nodes, ontoId);
  if (!moved || !onto || findNode([moved.node], ontoId)) return null;
  if (where === 'inside') {
    if (!canHaveChildren(onto.node)) return null;
    return { id, parentId: ontoId, index: onto.node.children.filter((child) => child.id !== id).length };
  }
  const rest = onto.siblings.filter((sibling) => sibling.id !== id);
  const index = rest.findIndex((sibling) => sibling.id === ontoId) + (where === 'after' ? 1 : 0);
  const stays = moved.siblings === onto.siblings && moved.index === index;
  return stays ? null : { id, parentId: onto.parent?.id ?? null, index };
}
