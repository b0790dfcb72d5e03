import { describe, expect, it } from 'vitest';
import type { CellKey } from '../../../sync/contract/assembly.ts';
import { liesIn, quotaSums, scopeIndexOf, withCount } from './quota-sums.ts';

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

describe('the sums of a blueprint', () => {
  it('adds up scopes, importances and types, and finds nothing wrong where they agree', () => {
    const sums = quotaSums(cells, sections);
    expect(sums.faults).toBe(0);
    expect(sums.ofScope('A', { type: 1 })).toBe(6);
    expect(sums.ofScope('A', { importance: 'X' })).toBe(5);
    expect(sums.ofScope('B', { type: 1 })).toBeNull();
    expect(sums.ofImportance).toEqual({ X: 5, Y: 1, Z: 0 });
    expect(sums.ofType(1)).toEqual({ scopes: 6, difficulties: 6 });
  });

  it('names every place where a quota changed by hand contradicts another', () => {
    const key = { type: 1 as const, scope: 'A-A', importance: null, difficulty: null };
    const sums = quotaSums(withCount(cells, key, 5), sections);
    expect(sums.uneven).toEqual(['A-A']);
    expect(sums.ofType(1).scopes).toBe(7);
    expect(sums.faults).toBe(2);
    expect(quotaSums(cells, [{ type: 1, count: 7 }]).faults).toBe(3);
  });

  it('says nothing about what the blueprint leaves open', () => {
    const sums = quotaSums([], sections);
    expect(sums.faults).toBe(0);
    expect(sums.ofImportance).toBeNull();
    expect(sums.ofType(1)).toEqual({ scopes: null, difficulties: null });
  });
});

it('places a question by its point', () => {
  const index = scopeIndexOf([
    { depth: 1, code: 'A', name: '基本要求', weight: 100, ratio: null },
    { depth: 2, code: 'B', name: '基础知识', weight: 100, ratio: null },
    { depth: 3, code: 'A', name: '电工基础', weight: 100, ratio: null },
    { depth: 4, code: '001', name: '欧姆定律', importance: 'X' },
  ]);
  expect(index.scopes.map((scope) => scope.code)).toEqual(['A', 'A-B', 'A-B-A']);
  const question = { type: 1, difficulty: 2, pointCode: 'A-B-A-001' };
  expect(liesIn(question, cell({ scope: 'A-B', importance: 'X' }, 1), index)).toBe(true);
  expect(liesIn(question, cell({ scope: 'A-B', importance: 'Y' }, 1), index)).toBe(false);
  expect(liesIn({ ...question, pointCode: '' }, cell({ scope: 'A' }, 1), index)).toBe(false);
});
