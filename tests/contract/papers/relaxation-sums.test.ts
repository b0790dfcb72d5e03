import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assemblePapers } from '../../../server/features/papers/paper/assembly/assemble.ts';
import { loadHighsSolver } from '../../../server/features/papers/paper/assembly/highs-program.ts';
import { sumQuotas } from '../../../web/features/paper/quota-sums.ts';
import { createCell, createSmallBank, createSmallProblem, type SmallQuestion } from '../../fixtures/assembly/small-bank.ts';

/** A question of the bank. No quota names scope "C-A": a paper under relaxed quotas may contain questions of this scope, which no quota counts. */
const question = fc.record({
  type: fc.constantFrom(1, 2),
  scope: fc.constantFrom('A-A', 'B-A', 'C-A'),
  importance: fc.constantFrom('X', 'Y', 'Z'),
  difficulty: fc.constantFrom(1, 2, 3),
  exposure: fc.constant(0),
  twin: fc.constant(-1),
}) as fc.Arbitrary<SmallQuestion>;

const sections = [
  { type: 1 as const, count: 3, pointsEach: 1 },
  { type: 2 as const, count: 2, pointsEach: 2 },
];
/** Quotas of every kind. They agree with the sections and with each other. */
const cells = [
  createCell({ type: 1, scope: 'A' }, 2),
  createCell({ type: 1, scope: 'B' }, 1),
  createCell({ type: 2, scope: 'A' }, 1),
  createCell({ type: 2, scope: 'B' }, 1),
  ...(['X', 'Y', 'Z'] as const).flatMap((importance, at) => [
    createCell({ scope: 'A', importance }, 1),
    createCell({ scope: 'B', importance }, at === 2 ? 0 : 1),
  ]),
  ...([1, 2, 3] as const).flatMap((difficulty) => [
    createCell({ type: 1, difficulty }, 1),
    createCell({ type: 2, difficulty }, difficulty === 3 ? 0 : 1),
  ]),
];

it('the quotas of an accepted relaxation agree with each other and with the paper', async () => {
  const solve = await loadHighsSolver();
  expect(sumQuotas(cells, sections).faults).toBe(0);
  let open = 0;
  fc.assert(
    fc.property(fc.array(question, { minLength: 2, maxLength: 12 }), fc.nat(), (bank, seed) => {
      const found = assemblePapers(createSmallBank(bank), createSmallProblem({ sections, cells, seed }), {
        solve,
        timeMs: 10_000,
        now: () => 0,
      });
      if (found.relaxation === null) return;
      const { apply } = found.relaxation;
      const after = sections.map((section, at) => ({ ...section, count: apply.counts[at] ?? 0 }));
      const sums = sumQuotas(apply.cells, after);
      expect(sums.faults).toBe(0);
      open += Number(sums.free > 0);
    }),
    { numRuns: 80, seed: 20_261_122 },
  );
  expect(open).toBeGreaterThan(5);
});
