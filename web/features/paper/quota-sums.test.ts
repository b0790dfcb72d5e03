import { describe, expect, it } from 'vitest';
import type { CellKey } from '../../../sync/contract/papers/assembly.ts';
import { isQuestionInCell, sumQuotas, buildScopeIndex, listShortVariants, setCellCount } from './quota-sums.ts';

const cell = (key: Partial<CellKey>, count: number) => ({ type: null, scope: '', importance: null, difficulty: null, ...key, count });
const cells = [
  cell({ scope: 'A-A', type: 1 }, 4),
  cell({ scope: 'A-B', type: 1 }, 2),
  cell({ scope: 'A-A', importance: 'X' }, 3),
  cell({ scope: 'A-A', importance: 'Y' }, 1),
  cell({ scope: 'A-B', importance: 'X' }, 2),
  cell({ type: 1, difficulty: 1 }, 6),
];
const sections = [{ type: 1, count: 6 }];

describe('quotas of a blueprint', () => {
  it('sumQuotas adds up scopes, importances and types, and finds no fault if they agree', () => {
    const sums = sumQuotas(cells, sections);
    expect(sums.faults).toBe(0);
    expect(sums.ofScope('A', { type: 1 })).toBe(6);
    expect(sums.ofScope('A', { importance: 'X' })).toBe(5);
    expect(sums.ofScope('B', { type: 1 })).toBeNull();
    expect(sums.ofImportance).toEqual({ X: 5, Y: 1, Z: 0 });
    expect(sums.ofType(1)).toEqual({ scopes: 6, difficulties: 6 });
  });

  it('sumQuotas reports each place where a changed quota contradicts another', () => {
    const key = { type: 1 as const, scope: 'A-A', importance: null, difficulty: null };
    const sums = sumQuotas(setCellCount(cells, key, 5), sections);
    expect(sums.uneven).toEqual(['A-A']);
    expect(sums.ofType(1).scopes).toBe(7);
    expect(sums.faults).toBe(2);
  });

  it('sumQuotas leaves an additional question free, unless quotas by difficulty must cover all questions', () => {
    expect(sumQuotas(cells, [{ type: 1, count: 7 }])).toMatchObject({ faults: 1, free: 1 });
    const withoutDifficulty = cells.filter((each) => each.difficulty === null);
    expect(sumQuotas(withoutDifficulty, [{ type: 1, count: 7 }])).toMatchObject({ faults: 0, free: 1 });
    expect(sumQuotas(withoutDifficulty, [{ type: 1, count: 5 }])).toMatchObject({ faults: 2, free: 0 });
  });

  it('sumQuotas reports no fault in what the blueprint leaves open', () => {
    const sums = sumQuotas([], sections);
    expect(sums.faults).toBe(0);
    expect(sums.ofImportance).toBeNull();
    expect(sums.ofType(1)).toEqual({ scopes: null, difficulties: null });
  });
});

it('isQuestionInCell places a question by the code of its point', () => {
  const index = buildScopeIndex([
    { depth: 1, code: 'A', name: '基本要求', weight: 100, ratio: null },
    { depth: 2, code: 'B', name: '基础知识', weight: 100, ratio: null },
    { depth: 3, code: 'A', name: '电工基础', weight: 100, ratio: null },
    { depth: 4, code: '001', name: '欧姆定律', importance: 'X' },
  ]);
  expect(index.scopes.map((scope) => scope.code)).toEqual(['A', 'A-B', 'A-B-A']);
  const question = { type: 1, difficulty: 2, pointCode: 'A-B-A-001' };
  expect(isQuestionInCell(question, cell({ scope: 'A-B', importance: 'X' }, 1), index)).toBe(true);
  expect(isQuestionInCell(question, cell({ scope: 'A-B', importance: 'Y' }, 1), index)).toBe(false);
  expect(isQuestionInCell({ ...question, pointCode: '' }, cell({ scope: 'A' }, 1), index)).toBe(false);
});

it('listShortVariants returns the variants that are short of questions, except locked variants', () => {
  const createVariant = (questionCount: number) => ({ sections: [], questionCount, totalPoints: 0, meanEase: 0, usedBefore: 0 });
  const supply = { have: 9, leftOut: { notInUse: 0, banned: 0, exposure: 0, duplicate: 0 } };
  const createCell = (...got: number[]) => ({ ...cell({ type: 1 }, 4), ...supply, got });
  expect(listShortVariants({ variants: [createVariant(4), createVariant(3)], cells: [] }, [])).toEqual([1]);
  expect(listShortVariants({ variants: [createVariant(4), createVariant(4)], cells: [createCell(4, 3)] }, [])).toEqual([1]);
  expect(listShortVariants({ variants: [createVariant(3), createVariant(3)], cells: [] }, [])).toEqual([0, 1]);
  expect(listShortVariants({ variants: [createVariant(3)], cells: [] }, [])).toEqual([]);
  // Variant A is locked and was not drawn again, so its missing question does not count.
  expect(listShortVariants({ variants: [createVariant(3), createVariant(4)], cells: [createCell(3, 3)] }, [0])).toEqual([1]);
});
