import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCell,
  plainQuestion,
  createSmallBank,
  type SmallQuestion,
  createSmallProblem,
} from '../../../../../tests/fixtures/assembly/small-bank.ts';
import type { Assembly } from '../../../../../sync/contract/papers/assembly.ts';
import { assemblePapers } from './assemble.ts';
import type { AssemblyProblem } from './assembly-problem.ts';
import { loadHighsSolver } from './highs-program.ts';
import type { SolveProgram } from './integer-program.ts';

let solve: SolveProgram;
beforeAll(async () => {
  solve = await loadHighsSolver();
});
const run = (bank: readonly SmallQuestion[], given: Partial<AssemblyProblem>, timeMs = 10_000): Assembly =>
  assemblePapers(createSmallBank(bank), createSmallProblem(given), { solve, timeMs, now: () => 0 });
const many = (count: number, question: Partial<SmallQuestion> = {}): SmallQuestion[] =>
  Array.from({ length: count }, () => ({ ...plainQuestion, ...question }));
const idsOf = (found: Assembly, variant = 0): number[] =>
  (found.variants[variant]?.sections ?? []).flatMap((section) => section.questionIds);
const one = (count: number) => [{ type: 1 as const, count, pointsEach: 1 }];

describe('assemblePapers', () => {
  it('draws the same paper for the same seed, and another paper for another seed', () => {
    const bank = many(40);
    const first = run(bank, { sections: one(10), seed: 5 });
    expect(run(bank, { sections: one(10), seed: 5 })).toEqual(first);
    expect(idsOf(run(bank, { sections: one(10), seed: 6 }))).not.toEqual(idsOf(first));
    expect(new Set(idsOf(first)).size).toBe(10);
    expect(first).toMatchObject({ shortfall: [], relaxation: null, proven: true, shared: 0 });
  });

  it('draws every question of a class equally often over many seeds', () => {
    const bank = [...many(12), ...many(3, { exposure: 1 })];
    const counts = Array.from({ length: 12 }, () => 0);
    for (let seed = 0; seed < 600; seed += 1)
      for (const id of idsOf(run(bank, { sections: one(3), seed }))) counts[id - 1] = (counts[id - 1] ?? 0) + 1;
    expect(counts).toHaveLength(12);
    const mean = (600 * 3) / 12;
    // Chi-square with 11 degrees of freedom exceeds 31.3 by chance only once in a thousand.
    expect(counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)).toBeLessThan(31.3);
  });

  it('follows the mix of the bank where no quota applies', () => {
    // Quotas by scope and by difficulty do not fix how both combine, so a paper of extreme combinations meets them as exactly as a mixed one.
    const bank = (['A-A', 'A-B'] as const).flatMap((scope) => ([1, 2] as const).flatMap((difficulty) => many(30, { scope, difficulty })));
    const cells = [
      createCell({ scope: 'A-A' }, 10),
      createCell({ scope: 'A-B' }, 10),
      createCell({ difficulty: 1 }, 10),
      createCell({ difficulty: 2 }, 10),
    ];
    let easyInA = 0;
    for (let seed = 0; seed < 100; seed += 1)
      easyInA += idsOf(run(bank, { sections: one(20), cells, seed })).filter((id) => id <= 30).length;
    expect(easyInA / 100).toBeGreaterThan(4.5);
    expect(easyInA / 100).toBeLessThan(5.5);
  });

  it('keeps locked questions first and in order, draws around them, and never draws banned questions', () => {
    const bank = [...many(4), ...many(4, { difficulty: 2 })];
    const cells = [createCell({ difficulty: 1 }, 2), createCell({ difficulty: 2 }, 2)];
    const found = run(bank, { sections: one(4), cells, lockedIds: [[6, 2]], bannedIds: [1, 3, 5, 7] });
    expect(idsOf(found).slice(0, 2)).toEqual([6, 2]);
    expect(idsOf(found).toSorted((a, b) => a - b)).toEqual([2, 4, 6, 8]);
    expect(found.cells.map((each) => each.leftOut.banned)).toEqual([2, 2]);
  });

  it('reports locked questions that fit no section, and keeps those that only break a quota', () => {
    const bank = [...many(5), ...many(2, { type: 2 }), ...many(2, { twin: 7 })];
    const found = run(bank, { sections: one(3), cells: [createCell({ scope: 'A-A' }, 1)], lockedIds: [[99, 6, 8, 9]] });
    expect(found.lockFaults).toEqual([
      { id: 99, reason: 'unknown' },
      { id: 6, reason: 'noSection' },
      { id: 9, reason: 'duplicate' },
      { id: 9, reason: 'overQuota' },
    ]);
    expect(idsOf(found)).toEqual([8, 9]);
  });

  it('never puts near-duplicates together, a locked one included', () => {
    const bank = [...many(3, { twin: 1 }), ...many(3, { twin: 2 }), ...many(1)];
    for (let seed = 0; seed < 20; seed += 1) {
      const ids = idsOf(run(bank, { sections: one(3), seed, lockedIds: [[2]] }));
      expect(ids.filter((id) => id <= 3)).toEqual([2]);
      expect(ids.filter((id) => id >= 4 && id <= 6)).toHaveLength(1);
    }
  });

  it('reports each unmet cell with the questions available, the reasons for exclusion and the gap', () => {
    const scarce = { scope: 'A-B', importance: 'X' } as const;
    const bank = [
      ...many(4, scarce),
      ...many(2, { ...scarce, exposure: 3 }),
      ...many(1, { ...scarce, inUse: false }),
      ...many(20, { scope: 'A-A', importance: 'Y' }),
    ];
    const cells = [
      createCell({ type: 1, scope: 'A-B' }, 7),
      createCell({ type: 1, scope: 'A-A' }, 3),
      createCell(scarce, 7),
      createCell({ scope: 'A-A', importance: 'Y' }, 3),
    ];
    const found = run(bank, { sections: one(10), cells, maxExposure: 1 });
    const leftOut = { notInUse: 1, banned: 0, exposure: 2, duplicate: 0 };
    expect(found.shortfall).toMatchObject([
      { type: 1, scope: '', importance: null, want: 10, got: 7 },
      { type: 1, scope: 'A-B', importance: null, want: 7, got: 4, have: 4, leftOut },
      { type: null, scope: 'A-B', importance: 'X', want: 7, got: 4, have: 4, leftOut },
    ]);
    expect(found.gaps).toEqual([{ type: 1, scope: 'A-B', importance: 'X', difficulty: null, missing: 3, have: 4, leftOut }]);
    expect(found.relaxation).toMatchObject({ exposure: { maxExposure: 3, questions: 2 }, drops: [], shared: 0 });
    expect(found.relaxation?.moves).toEqual([
      {
        from: { type: 1, scope: 'A-B', importance: null, difficulty: null },
        to: { type: 1, scope: 'A-A', importance: null, difficulty: null },
        count: 1,
      },
      { from: { type: null, ...scarce, difficulty: null }, to: { type: null, scope: 'A-A', importance: 'Y', difficulty: null }, count: 1 },
    ]);
  });

  it('proposes medium questions for hard ones in a scope, and fewer questions only as a last resort', () => {
    const bank = [...many(2, { difficulty: 3 }), ...many(9, { difficulty: 2 })];
    const hard = { scope: 'A-A', difficulty: 3 } as const;
    const medium = { scope: 'A-A', difficulty: 2 } as const;
    const cells = [createCell(hard, 4), createCell(medium, 4)];
    expect(run(bank, { sections: one(8), cells }).relaxation).toMatchObject({
      moves: [{ from: hard, to: medium, count: 2 }],
      drops: [],
      apply: { counts: [8], cells: [{ count: 2 }, { count: 6 }] },
    });
    expect(run(bank, { sections: one(13) }).relaxation).toMatchObject({
      moves: [],
      drops: [{ cell: { type: 1 }, count: 2 }],
      apply: { counts: [11] },
    });
  });

  it('draws up to four parallel papers with equal cells, equal difficulty and no shared question', () => {
    const bank = ([1, 2, 3] as const).flatMap((difficulty) =>
      (['A-A', 'A-B'] as const).flatMap((scope) => many(12, { difficulty, scope })),
    );
    const cells = [createCell({ scope: 'A-A' }, 6), createCell({ scope: 'A-B' }, 4)];
    const found = run(bank, { sections: one(10), cells, variants: 4, maxShared: 3 });
    expect(found.shared).toBe(0);
    expect(found.cells.map((each) => each.got)).toEqual([
      [6, 6, 6, 6],
      [4, 4, 4, 4],
    ]);
    const eases = found.variants.map((variant) => variant.meanEase);
    expect(Math.max(...eases) / Math.min(...eases)).toBeLessThan(1.02);
  });

  it('shares as few questions as possible within the limit, and says how many more would help', () => {
    const bank = many(17);
    expect(run(bank, { sections: one(10), variants: 2, maxShared: 5 })).toMatchObject({ shared: 3, shortfall: [] });
    const short = run(bank, { sections: one(10), variants: 2, maxShared: 1 });
    expect(short.shared).toBe(1);
    expect(short.relaxation).toMatchObject({ shared: 2, drops: [], apply: { maxShared: 3 } });
  });

  it('keeps the locked questions of each variant in that variant', () => {
    const found = run(many(20), { sections: one(5), variants: 2, lockedIds: [[1, 2], [3]] });
    expect(idsOf(found, 0).slice(0, 2)).toEqual([1, 2]);
    expect(idsOf(found, 1)[0]).toBe(3);
    expect(found).toMatchObject({ shared: 0, shortfall: [] });
    expect(found.variants.map((variant) => variant.questionCount)).toEqual([5, 5]);
  });

  it('draws only from the profession, trade and level of the table, and from the given categories', () => {
    const bank = createSmallBank(many(6));
    bank.place.set([1, 1], 0);
    bank.category.set([1, 1], 4);
    const mixedBank = {
      ...bank,
      places: [...bank.places, { professionId: 2, tradeId: null, level: 4 }],
      categories: ['电工/安全', '电工/安全用电'],
    };
    const tools = { solve, timeMs: 1000, now: () => 0 };
    expect(idsOf(assemblePapers(mixedBank, createSmallProblem({ categories: ['电工/安全'] }), tools)).toSorted((a, b) => a - b)).toEqual([
      3, 4,
    ]);
    expect(assemblePapers(mixedBank, createSmallProblem({ sections: one(6) }), tools).variants[0]?.questionCount).toBe(4);
  });

  it('distributes questions of one type over several sections', () => {
    const found = run(many(9), { sections: [...one(2), { type: 1, count: 3, pointsEach: 2 }] });
    expect(found.variants[0]).toMatchObject({ questionCount: 5, totalPoints: 8 });
    expect(found.variants[0]?.sections.map((section) => section.questionIds.length)).toEqual([2, 3]);
  });

  it('returns an unproven paper if it has no time', () => {
    const found = assemblePapers(createSmallBank(many(3)), createSmallProblem({}), { solve: () => undefined, timeMs: 0, now: () => 0 });
    expect(found).toMatchObject({ proven: false, variants: [{ questionCount: 0 }], shortfall: [{ want: 2, got: 0, have: 3 }] });
  });

  it('reports the best draw so far, and draws the same with or without a listener', () => {
    const cells = [createCell({ difficulty: 1 }, 3), createCell({ difficulty: 2 }, 3)];
    const bank = [...many(8), ...many(2, { difficulty: 2 })];
    const reported: Assembly[] = [];
    const problem = createSmallProblem({ sections: one(6), cells, seed: 3 });
    const tools = { solve, timeMs: 10_000, now: () => 0, onProgress: (found: Assembly) => void reported.push(found) };
    const found = assemblePapers(createSmallBank(bank), problem, tools);
    expect(found).toEqual(run(bank, { sections: one(6), cells, seed: 3 }));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({ proven: false, relaxation: null, shortfall: found.shortfall });
    expect(idsOf(reported[0] as Assembly)).toHaveLength(5);
  });
});
