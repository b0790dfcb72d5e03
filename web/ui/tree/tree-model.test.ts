import { describe, expect, test } from 'vitest';
import {
  findNode,
  computeMoveByDrop,
  computeMoveByKey,
  findTypedRow,
  getTreeKeyAction,
  type TreeMove,
  type TreeNode,
  listVisibleRows,
} from './tree-model.ts';

const node = (id: string, ...children: TreeNode[]): TreeNode => ({ id, name: `范围 ${id}`, children });
/** Shape of the tree: A (A1 (A1a A1b) A2) B C. C has no children, but accepts some. */
const tree: TreeNode[] = [node('A', node('A1', node('A1a'), node('A1b')), node('A2')), node('B'), { ...node('C'), branch: true }];
const all = new Set(['A', 'A1']);
const shape = (nodes: readonly TreeNode[]): string =>
  nodes.map((each) => each.id + (each.children.length > 0 ? `(${shape(each.children)})` : '')).join(' ');

/** Returns the tree after a move, as if the caller had stored the move and read the tree again. */
function applyMove(nodes: readonly TreeNode[], move: TreeMove): TreeNode[] {
  const found = findNode(nodes, move.id);
  if (!found) return [...nodes];
  const rebuild = (siblings: readonly TreeNode[], parentId: string | null): TreeNode[] => {
    const rest = siblings
      .filter(({ id }) => id !== move.id)
      .map((node) =>
        node.children.length > 0 || node.id === move.parentId ? { ...node, children: rebuild(node.children, node.id) } : node,
      );
    return parentId === move.parentId ? rest.toSpliced(move.index, 0, found.node) : rest;
  };
  return rebuild(nodes, null);
}

describe('listVisibleRows', () => {
  test('returns the rows under open branches, with level and position', () => {
    expect(listVisibleRows(tree, new Set()).map((row) => row.node.id)).toEqual(['A', 'B', 'C']);
    const rows = listVisibleRows(tree, all);
    expect(rows.map((row) => [row.node.id, row.level, row.place, row.siblings, row.expanded])).toEqual([
      ['A', 1, 1, 3, true],
      ['A1', 2, 1, 2, true],
      ['A1a', 3, 1, 2, undefined],
      ['A1b', 3, 2, 2, undefined],
      ['A2', 2, 2, 2, undefined],
      ['B', 1, 2, 3, undefined],
      ['C', 1, 3, 3, undefined],
    ]);
  });
});

describe('keys in a tree', () => {
  const rows = listVisibleRows(tree, all);
  test.each([
    ['ArrowDown', 'A', { kind: 'focus', id: 'A1' }],
    ['ArrowDown', 'C', null],
    ['ArrowUp', 'A', null],
    ['ArrowUp', 'B', { kind: 'focus', id: 'A2' }],
    ['Home', 'A1b', { kind: 'focus', id: 'A' }],
    ['End', 'A', { kind: 'focus', id: 'C' }],
    ['ArrowRight', 'A', { kind: 'focus', id: 'A1' }],
    ['ArrowRight', 'B', null],
    ['ArrowLeft', 'A', { kind: 'collapse', ids: ['A'] }],
    ['ArrowLeft', 'A1a', { kind: 'focus', id: 'A1' }],
    ['ArrowLeft', 'B', null],
    ['Enter', 'B', { kind: 'select', id: 'B' }],
    [' ', 'B', { kind: 'select', id: 'B' }],
    ['F2', 'B', { kind: 'edit', id: 'B' }],
    ['Delete', 'B', { kind: 'remove', id: 'B' }],
    ['Tab', 'B', null],
  ])('getTreeKeyAction: %s on %s', (key, id, action) => {
    expect(getTreeKeyAction(key, rows, id)).toEqual(action);
  });

  test('Right expands a closed branch, and * expands all its siblings', () => {
    const closed = listVisibleRows(tree, new Set());
    expect(getTreeKeyAction('ArrowRight', closed, 'A')).toEqual({ kind: 'expand', ids: ['A'] });
    expect(getTreeKeyAction('*', closed, 'B')).toEqual({ kind: 'expand', ids: ['A'] });
  });

  test('findTypedRow finds the next name with the typed letters, and starts over at the end', () => {
    const namedRows = listVisibleRows(
      [
        { ...node('1'), name: 'Alpha' },
        { ...node('2'), name: 'beta' },
        { ...node('3'), name: 'Atom' },
      ],
      all,
    );
    expect(findTypedRow(namedRows, '1', 'a')).toBe('3');
    expect(findTypedRow(namedRows, '3', 'a')).toBe('1');
    expect(findTypedRow(namedRows, '3', 'at')).toBe('3');
    expect(findTypedRow(namedRows, '1', 'x')).toBeNull();
  });
});

describe('moves in a tree', () => {
  test.each([
    ['A1b', 'ArrowUp', 'A(A1(A1b A1a) A2) B C'],
    ['A1', 'ArrowDown', 'A(A2 A1(A1a A1b)) B C'],
    ['A2', 'ArrowRight', 'A(A1(A1a A1b A2)) B C'],
    ['A1a', 'ArrowLeft', 'A(A1(A1b) A1a A2) B C'],
    ['A2', 'ArrowLeft', 'A(A1(A1a A1b)) A2 B C'],
  ])('%s moves by Alt+%s', (id, key, after) => {
    const move = computeMoveByKey(tree, id, key);
    expect(move && shape(applyMove(tree, move))).toBe(after);
  });

  test.each([
    ['A', 'ArrowUp'],
    ['C', 'ArrowDown'],
    ['B', 'ArrowLeft'],
    ['A', 'ArrowRight'],
    // B is a leaf and accepts no children.
    ['C', 'ArrowRight'],
  ])('%s cannot move by Alt+%s', (id, key) => {
    expect(computeMoveByKey(tree, id, key)).toBeNull();
  });

  test.each([
    ['A1a', 'B', 'before', 'A(A1(A1b) A2) A1a B C'],
    ['A1a', 'B', 'after', 'A(A1(A1b) A2) B A1a C'],
    ['B', 'C', 'inside', 'A(A1(A1a A1b) A2) C(B)'],
    ['A1a', 'A1b', 'after', 'A(A1(A1b A1a) A2) B C'],
    ['C', 'A', 'before', 'C A(A1(A1a A1b) A2) B'],
  ] as const)('%s dropped on %s, %s, moves there', (id, onto, where, after) => {
    const move = computeMoveByDrop(tree, id, onto, where);
    expect(move && shape(applyMove(tree, move))).toBe(after);
  });

  test.each([
    ['A', 'A1a', 'before'],
    ['A', 'A', 'inside'],
    ['C', 'B', 'inside'],
    ['A1a', 'A1b', 'before'],
    ['gone', 'A', 'before'],
  ] as const)('%s dropped on %s, %s, does not move', (id, onto, where) => {
    expect(computeMoveByDrop(tree, id, onto, where)).toBeNull();
  });

  test('applyMove puts a moved node below its new parent', () => {
    const move = computeMoveByKey(tree, 'A2', 'ArrowRight');
    expect(move && findNode(applyMove(tree, move), 'A2')?.parent?.id).toBe('A1');
  });
});
