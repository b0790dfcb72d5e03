import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCell,
  isInCell,
  createSmallBank,
  type SmallQuestion,
  createSmallProblem,
} from '../../../../../tests/fixtures/assembly/small-bank.ts';
import type { Assembly } from '../../../../../sync/contract/papers/assembly.ts';
import { assemblePapers } from './assemble.ts';
import type { AssemblyProblem } from './assembly-problem.ts';
import { loadHighsSolver } from './highs-program.ts';
import type { SolveProgram } from './integer-program.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

/** Compares with brute force: tries every subset of a small bank with code that shares only the meaning of a cell with the solver. */
let solve: SolveProgram;
beforeAll(async () => {
  solve = await loadHighsSolver();
});
const run = (bank: readonly SmallQuestion[], problem: AssemblyProblem): Assembly =>
  assemblePapers(createSmallBank(bank), problem, { solve, timeMs: 10_000, now: () => 0 });

const question = fc.record({
  type: fc.constantFrom(1, 2),
  scope: fc.constantFrom('A-A', 'A-B', 'B-A'),
  importance: fc.constantFrom('X', 'Y'),
  difficulty: fc.constantFrom(1, 2),
  exposure: fc.nat({ max: 3 }),
  twin: fc.constantFrom(-1, -1, -1, 0, 1),
}) as fc.Arbitrary<SmallQuestion>;
const share = fc.nat({ max: 2 });
/** Quotas of three kinds that overlap; they need not agree with the sections and often do not. */
const quotas = fc
  .tuple(share, share, share, share, share, share, share)
  .map(([a, b, c, d, e, f, g]) => [
    createCell({ type: 1, scope: 'A' }, a),
    createCell({ type: 1, scope: 'B' }, b),
    createCell({ type: 2, scope: 'A-A' }, c),
    createCell({ scope: 'A', importance: 'X' }, d),
    createCell({ scope: 'A', importance: 'Y' }, e),
    createCell({ type: 1, difficulty: 1 }, f),
    createCell({ type: 1, difficulty: 2 }, g),
  ]);
const subset = fc.subarray([0, 1, 2, 3, 4, 5, 6]);
const problem = fc
  .record({
    quotas,
    subset,
    one: fc.integer({ min: 1, max: 3 }),
    two: fc.integer({ min: 1, max: 2 }),
    maxExposure: fc.nat({ max: 2 }),
    seed: fc.nat(),
  })
  .map(({ quotas: all, subset: chosen, one, two, maxExposure, seed }) =>
    createSmallProblem({
      sections: [
        { type: 1, count: one, pointsEach: 1 },
        { type: 2, count: two, pointsEach: 2 },
      ],
      cells: chosen.map((at) => all[at]).filter((each) => each !== undefined),
      maxExposure,
      seed,
    }),
  );

type Wants = ReturnType<typeof wantsOf>;
const wantsOf = (given: AssemblyProblem) => [...given.sections.map(({ type, count }) => createCell({ type }, count)), ...given.cells];
const gotOf = (wants: Wants, paper: readonly SmallQuestion[]): number[] =>
  wants.map((want) => paper.filter((one) => isInCell(one, want)).length);
const twinFree = (paper: readonly SmallQuestion[]): boolean => {
  const twins = paper.map((one) => one.twin).filter((twin) => twin >= 0);
  return new Set(twins).size === twins.length;
};
const subsets = <T>(items: readonly T[]): T[][] => items.reduce<T[][]>((all, item) => [...all, ...all.map((one) => [...one, item])], [[]]);
/** Counts questions missing from quotas; one missing from its section counts twice. */
const lackOf = (wants: Wants, paper: readonly SmallQuestion[]): number => {
  const got = gotOf(wants, paper);
  if (got.some((count, at) => count > (wants[at]?.count ?? 0))) return Number.POSITIVE_INFINITY;
  return sum(wants.map((want, at) => (want.count - (got[at] ?? 0)) * (at < 2 ? 2 : 1)));
};
const usesOf = (paper: readonly SmallQuestion[]): number => sum(paper.map((one) => one.exposure));
const paperOf = (bank: readonly SmallQuestion[], found: Assembly, variant = 0): SmallQuestion[] =>
  (found.variants[variant]?.sections ?? []).flatMap((section) => section.questionIds.map((id) => bank[id - 1] as SmallQuestion));

describe('assemblePapers compared with brute force', () => {
  it('meets every quota if a paper can; otherwise misses the fewest, and prefers little-used questions', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 9 }), problem, (bank, task) => {
        const wants = wantsOf(task);
        const usable = bank.filter((one) => one.exposure <= (task.maxExposure ?? 99));
        const papers = subsets(usable).filter(twinFree);
        const least = Math.min(...papers.map((paper) => lackOf(wants, paper)));
        const found = run(bank, task);
        const paper = paperOf(bank, found);
        expect(found.proven).toBe(true);
        expect(twinFree(paper)).toBe(true);
        expect(paper.every((one) => usable.includes(one))).toBe(true);
        expect(lackOf(wants, paper)).toBe(least);
        expect(found.shortfall.length === 0).toBe(least === 0);
        expect(found.shortfall.every((short) => gotOf([createCell(short, 0)], paper)[0] === short.got)).toBe(true);
        const asGood = papers.filter((each) => each.length === paper.length && lackOf(wants, each) === least);
        expect(usesOf(paper)).toBe(Math.min(...asGood.map(usesOf)));
        expect(found.relaxation === null).toBe(least === 0);
      }),
      { numRuns: 120, seed: 20_261_121 },
    );
  });

  it('proposes the smallest relaxation that makes the paper possible', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 8 }), problem, (bank, task) => {
        const found = run(bank, task);
        fc.pre(found.relaxation !== null);
        const relaxed = found.relaxation;
        if (relaxed === null) return;
        // Costs as the solver counts them: for a missing question, a quota changed by one, and a question used more often than the limit.
        const priceOf = (paper: readonly SmallQuestion[]): number => {
          const got = gotOf(wantsOf(task), paper);
          const missing = task.sections.map((section, at) => section.count - (got[at] ?? 0));
          if (missing.some((count) => count < 0)) return Number.POSITIVE_INFINITY;
          const moved = sum(task.cells.map((each, at) => Math.abs(each.count - (got[task.sections.length + at] ?? 0))));
          return sum(missing) * 1e6 + moved * 100 + paper.filter((one) => one.exposure > (task.maxExposure ?? 99)).length * 190;
        };
        const least = Math.min(...subsets(bank).filter(twinFree).map(priceOf));
        const drops = sum(relaxed.drops.map((drop) => drop.count));
        const moved = sum(task.cells.map((each, at) => Math.abs(each.count - (relaxed.apply.cells[at]?.count ?? 0))));
        expect(drops * 1e6 + moved * 100 + (relaxed.exposure?.questions ?? 0) * 190).toBe(least);

        const sections = task.sections.map((section, at) => ({ ...section, count: relaxed.apply.counts[at] ?? 0 }));
        const secondRun = run(bank, { ...task, sections, cells: relaxed.apply.cells, maxExposure: relaxed.apply.maxExposure });
        expect(secondRun.shortfall).toEqual([]);
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  it('finds two papers within the limit of shared questions whenever they exist', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 2, maxLength: 7 }), problem, fc.nat({ max: 2 }), (bank, task, maxShared) => {
        const two = { ...task, variants: 2, maxShared };
        const wants = wantsOf(task);
        const papers = subsets(bank.filter((one) => one.exposure <= (task.maxExposure ?? 99)))
          .filter(twinFree)
          .map((paper) => ({ paper, lack: lackOf(wants, paper) }))
          .filter(({ lack }) => Number.isFinite(lack));
        let least = Number.POSITIVE_INFINITY;
        for (const one of papers)
          for (const other of papers) {
            if (one.lack + other.lack >= least) continue;
            const common = one.paper.filter((each) => other.paper.includes(each));
            const apart = [...one.paper, ...other.paper.filter((each) => !common.includes(each))];
            if (common.length <= maxShared && twinFree(apart)) least = one.lack + other.lack;
          }

        const found = run(bank, two);
        const [a, b] = [paperOf(bank, found, 0), paperOf(bank, found, 1)];
        expect(a.filter((one) => b.includes(one)).length).toBe(found.shared);
        expect(found.shared).toBeLessThanOrEqual(maxShared);
        expect(lackOf(wants, a) + lackOf(wants, b)).toBe(least);
      }),
      { numRuns: 80, seed: 20_261_123 },
    );
  });
});
