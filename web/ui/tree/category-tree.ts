import type { TreeNode } from './tree-model.ts';

export interface CategoryCounts {
  readonly category: string;
  /** Number of rows of each type; a single entry if the rows have no types. */
  readonly counts: readonly { readonly type: number; readonly count: number }[];
}

/** A category in the tree; its id is its path. */
export interface CategoryNode extends TreeNode {
  readonly children: readonly CategoryNode[];
  /** Number of rows, including those of all categories below. */
  readonly total: number;
  readonly byType: ReadonlyMap<number, number>;
}

interface GrowingCategory {
  readonly id: string;
  readonly name: string;
  readonly children: GrowingCategory[];
  readonly byType: Map<number, number>;
}

const collator = new Intl.Collator('zh-CN', { numeric: true });

/** Builds the tree from the paths. Rows without a category are left out. */
export function buildCategoryTree(items: readonly CategoryCounts[]): CategoryNode[] {
  const roots: GrowingCategory[] = [];
  const nodeByPath = new Map<string, GrowingCategory>();
  const grow = (path: string): GrowingCategory => {
    const existingNode = nodeByPath.get(path);
    if (existingNode) return existingNode;
    const cut = path.lastIndexOf('/');
    const node: GrowingCategory = { id: path, name: path.slice(cut + 1), children: [], byType: new Map() };
    nodeByPath.set(path, node);
    (cut < 0 ? roots : grow(path.slice(0, cut)).children).push(node);
    return node;
  };
  for (const { category, counts } of items) {
    if (category === '') continue;
    grow(category);
    const steps = category.split('/');
    for (const [at] of steps.entries()) {
      const { byType } = grow(steps.slice(0, at + 1).join('/'));
      for (const { type, count } of counts) byType.set(type, (byType.get(type) ?? 0) + count);
    }
  }
  const done = (nodes: readonly GrowingCategory[]): CategoryNode[] =>
    nodes
      .map((node) => ({
        ...node,
        children: done(node.children),
        branch: true,
        total: [...node.byType.values()].reduce((sum, count) => sum + count, 0),
      }))
      .toSorted((a, b) => collator.compare(a.name, b.name));
  return done(roots);
}

/** Counts the rows without a category, and all rows. */
export function sumCategoryCounts(items: readonly CategoryCounts[]): { readonly none: number; readonly all: number } {
  const sum = ({ counts }: CategoryCounts): number => counts.reduce((total, { count }) => total + count, 0);
  return {
    none: items.filter((item) => item.category === '').reduce((total, item) => total + sum(item), 0),
    all: items.reduce((total, item) => total + sum(item), 0),
  };
}

export const getParentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const getCategoryName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const joinCategoryPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
