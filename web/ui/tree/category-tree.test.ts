import { expect, test } from 'vitest';
import { sumCategoryCounts, buildCategoryTree, joinCategoryPath, getCategoryName, getParentPath } from './category-tree.ts';

const items = [
  { category: '', counts: [{ type: 1 as const, count: 3 }] },
  { category: '电工/直流', counts: [{ type: 1 as const, count: 2 }] },
  {
    category: '电工',
    counts: [
      { type: 1 as const, count: 1 },
      { type: 3 as const, count: 4 },
    ],
  },
  { category: '安全', counts: [] },
];

test('a category counts the rows below it, and exists even if it contains only subcategories', () => {
  const tree = buildCategoryTree([...items, { category: '仪表/万用表/读数', counts: [] }]);
  expect(tree.map((node) => [node.name, node.total])).toEqual([
    ['安全', 0],
    ['电工', 7],
    ['仪表', 0],
  ]);
  expect(tree[1]?.children.map((node) => [node.id, node.total])).toEqual([['电工/直流', 2]]);
  expect([...(tree[1]?.byType ?? [])]).toEqual([
    [1, 3],
    [3, 4],
  ]);
  expect(tree[2]?.children[0]?.children[0]?.id).toBe('仪表/万用表/读数');
});

test('sumCategoryCounts counts rows without a category apart', () => {
  expect(sumCategoryCounts(items)).toEqual({ none: 3, all: 10 });
});

test('paths of categories are split and joined', () => {
  expect([
    getParentPath('a/b'),
    getParentPath('a'),
    getCategoryName('a/b'),
    getCategoryName('a'),
    joinCategoryPath('', 'a'),
    joinCategoryPath('a', 'b'),
  ]).toEqual(['a', '', 'b', 'a', 'a', 'a/b']);
});
