import { describe, expect, it } from 'vitest';
import type { DetailLine } from '../../contract/bank/detail.ts';
import { findBrokenDepths, listDetailErrors, listDetailWarnings, listLineParents, countPointsByLine } from './detail-rules.ts';

const scope = (depth: 1 | 2 | 3, code: string, weight: number | null, ratio: [number, number, number] | null = null): DetailLine => ({
  depth,
  code,
  name: `范围${code}`,
  weight,
  ratio: ratio && { x: ratio[0], y: ratio[1], z: ratio[2] },
});
const point = (code: string, importance: 'X' | 'Y' | 'Z' | null = 'X'): DetailLine => ({ depth: 4, code, name: `点${code}`, importance });

const completeTable: DetailLine[] = [
  scope(1, 'A', 0.3, [2, 1, 0]),
  scope(2, 'A', 0.3),
  scope(3, 'A', 0.1),
  point('001'),
  point('002'),
  point('003', 'Y'),
  scope(3, 'B', 0.2),
  point('001', 'X'),
  scope(1, 'B', 99.7),
  scope(2, 'A', 99.7),
  scope(3, 'A', 99.7),
  point('001', 'Z'),
];
const without = (...gone: number[]) => completeTable.filter((_, at) => !gone.includes(at));
const put = (at: number, change: object): DetailLine[] =>
  completeTable.map((line, each) => (each === at ? Object.assign({}, line, change) : line));

describe('a detail table', () => {
  it('finds the parent of each line by its depth and the lines without a parent', () => {
    expect(listLineParents(completeTable)).toEqual([-1, 0, 1, 2, 2, 2, 1, 6, -1, 8, 9, 10]);
    expect(findBrokenDepths(completeTable)).toEqual([]);
    expect(findBrokenDepths(without(0))).toEqual([0]);
    expect(findBrokenDepths(without(2))).toEqual([2]);
  });

  it('is complete if the weights add up at every level in exact hundredths', () => {
    // The weights of the table contain such decimals, which do not add up exactly in floating point.
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(listDetailErrors(completeTable)).toEqual([]);
  });

  it.each([
    ['nothing in it', [], [{ at: -1, kind: 'noLines' }]],
    [
      'first level at 99',
      put(8, { weight: 98.7 }),
      [
        { at: -1, kind: 'weightSum', want: 100, have: 99 },
        { at: 8, kind: 'weightSum', want: 98.7, have: 99.7 },
      ],
    ],
    ['third level over', put(6, { weight: 1.2 }), [{ at: 1, kind: 'weightSum', want: 0.3, have: 1.3 }]],
    [
      'a weight missing',
      put(10, { weight: null }),
      [
        { at: 10, kind: 'weight' },
        { at: 9, kind: 'weightSum', want: 99.7, have: 0 },
      ],
    ],
    ['no points', without(11), [{ at: 10, kind: 'empty' }]],
    ['a code of a sibling', put(4, { code: '001' }), [{ at: 4, kind: 'codeTwice' }]],
    ['a letter for a point', put(4, { code: 'A' }), [{ at: 4, kind: 'code' }]],
    ['a digit for a scope', put(6, { code: '2' }), [{ at: 6, kind: 'code' }]],
    ['no name', put(6, { name: '' }), [{ at: 6, kind: 'name' }]],
    ['no importance', put(7, { importance: null }), [{ at: 7, kind: 'importance' }]],
  ] as const)('reports what is incomplete: %s', (_, lines, faults) => {
    expect(listDetailErrors(lines)).toEqual(faults);
  });

  it('counts the points of a line and warns if the stated ratio differs', () => {
    expect(countPointsByLine(completeTable)[0]).toEqual({ x: 3, y: 1, z: 0 });
    expect(listDetailWarnings(completeTable)).toEqual([
      { at: 0, kind: 'ratio', ratio: { x: 2, y: 1, z: 0 }, counts: { x: 3, y: 1, z: 0 } },
    ]);
    // The counts are 3 : 1 : 0, so the equal ratio 6 : 2 : 0 causes no warning.
    expect(listDetailWarnings(put(0, { ratio: { x: 6, y: 2, z: 0 } }))).toEqual([]);
    expect(listDetailWarnings(put(0, { ratio: { x: 0, y: 0, z: 0 } }))).toHaveLength(1);
  });
});
