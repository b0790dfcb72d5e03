import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blueprint } from '../../../../../sync/contract/papers/assembly.ts';
import { computeBlueprintCells, type WeightedTable } from './blueprint-cells.ts';
import { splitIntoWholeShares, buildWholeNumberTable } from './whole-shares.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

describe('whole shares of a total', () => {
  it('add up to the total, and differ from their exact share by less than one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 20 }), (total, weights) => {
        const shares = splitIntoWholeShares(total, weights);
        expect(sum(shares)).toBe(total);
        if (sum(weights) > 0)
          for (const [at, share] of shares.entries()) expect(Math.abs(share - (total * (weights[at] ?? 0)) / sum(weights))).toBeLessThan(1);
      }),
    );
    expect(splitIntoWholeShares(10, [0, 0])).toEqual([5, 5]);
  });

  it('in a table add up by row and column, and differ from their exact share by about one at most', () => {
    const sizes = fc.tuple(
      fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(sizes, ([rows, shares]) => {
        const columns = splitIntoWholeShares(sum(rows), shares);
        const table = buildWholeNumberTable(
          rows,
          columns,
          rows.map(() => shares),
        );
        expect(table.map(sum)).toEqual(rows);
        expect(columns.map((_, at) => sum(table.map((row) => row[at] ?? 0)))).toEqual(columns);
        for (const [at, row] of table.entries())
          for (const [column, value] of row.entries())
            if (sum(rows) > 0) expect(Math.abs(value - ((rows[at] ?? 0) * (columns[column] ?? 0)) / sum(rows))).toBeLessThan(1.001);
      }),
    );
  });
});

describe('computeBlueprintCells', () => {
  const points = ['A-A', 'A-B', 'B'].flatMap((scope, at) =>
    (['X', 'X', 'Y', 'Z'] as const).slice(0, 4 - at).map((importance, n) => ({ code: `${scope}-00${n}`, scope, importance })),
  );
  const table: WeightedTable = {
    place: { professionId: 1, tradeId: null, level: 4 },
    points,
    scopes: [
      { code: 'A', depth: 1, weight: 60 },
      { code: 'A-A', depth: 2, weight: 45 },
      { code: 'A-B', depth: 2, weight: 15 },
      { code: 'B', depth: 1, weight: 40 },
    ],
  };
  const blueprint: Omit<Blueprint, 'cells'> = {
    sections: [
      { type: 1, count: 160, pointsEach: 0.5 },
      { type: 3, count: 40, pointsEach: 0.5 },
    ],
    detailTableId: 1,
    bank: 'both',
    scopeDepth: 2,
    importance: 'table',
    difficulty: { easy: 3, medium: 5, hard: 2 },
    maxExposure: null,
    categories: [],
    bannedIds: [],
  };
  const counts = (cells: ReturnType<typeof computeBlueprintCells>, name: 'type' | 'importance' | 'difficulty') =>
    cells
      .filter((cell) => cell[name] !== null && (name !== 'type' || cell.scope !== ''))
      .map((cell) => [cell.scope, cell[name], cell.count]);

  it('follows the weights of the chosen depth, and uses a scope itself if it has none below', () => {
    const cells = computeBlueprintCells(blueprint, table);
    expect(counts(cells, 'type')).toEqual([
      ['A-A', 1, 72],
      ['A-A', 3, 18],
      ['A-B', 1, 24],
      ['A-B', 3, 6],
      ['B', 1, 64],
      ['B', 3, 16],
    ]);
    expect(counts(computeBlueprintCells({ ...blueprint, scopeDepth: 1 }, table), 'type').map(([scope]) => scope)).toEqual([
      'A',
      'A',
      'B',
      'B',
    ]);
  });

  it('gives each scope the importance of its points and each type its difficulties, adding up to the paper', () => {
    const cells = computeBlueprintCells(blueprint, table);
    expect(counts(cells, 'importance').filter(([scope]) => scope === 'A-A')).toEqual([
      ['A-A', 'X', 45],
      ['A-A', 'Y', 23],
      ['A-A', 'Z', 22],
    ]);
    expect(counts(cells, 'importance').filter(([scope, importance]) => scope === 'B' && importance !== 'X')).toEqual([
      ['B', 'Y', 0],
      ['B', 'Z', 0],
    ]);
    for (const name of ['type', 'importance', 'difficulty'] as const)
      expect(sum(counts(cells, name).map((one) => Number(one[2])))).toBe(200);
  });

  it('leaves out kinds of quotas that the blueprint does not set', () => {
    expect(computeBlueprintCells({ ...blueprint, detailTableId: null, importance: null, difficulty: null }, null)).toEqual([]);
    const shares = computeBlueprintCells({ ...blueprint, scopeDepth: 0, importance: { X: 6, Y: 3, Z: 1 }, difficulty: null }, table);
    expect(shares.map((cell) => [cell.scope, cell.importance, cell.count])).toEqual([
      ['', 'X', 120],
      ['', 'Y', 60],
      ['', 'Z', 20],
    ]);
  });
});
