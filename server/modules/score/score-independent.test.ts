import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sectionType } from '../../../sync/contract/codes.ts';
import type { KeyCorrection } from '../../../sync/contract/score.ts';
import { type MarkedItem, scoreItem, totalOf } from '../marking/item-score.ts';
import { analyse } from './score-analysis.ts';

/** As the rules are written for people, in fractions of points, without a line of the product's marking. */
function byHand(items: readonly MarkedItem[], answers: readonly (readonly string[])[]): number {
  const worth = (item: MarkedItem, answer: readonly string[]): number => {
    const { correction } = item;
    if (correction?.kind === 'out') return 0;
    if (correction?.kind === 'full') return item.points;
    const keys = correction?.kind === 'keys' ? correction.keys : [item.key];
    return Math.max(
      ...keys.map((key) => {
        if (key.kind !== 'choice') return 0;
        const wrong = answer.some((option) => !key.right.includes(option));
        const missed = key.right.some((option) => !answer.includes(option));
        if (answer.length === 0 || wrong) return 0;
        if (!missed) return item.points;
        return item.type === sectionType.multiple && item.partial ? item.points / 2 : 0;
      }),
    );
  };
  const got = items.reduce((sum, item, at) => sum + worth(item, answers[at] ?? []), 0);
  const whole = items.reduce((sum, item) => sum + item.points, 0);
  const left = items.reduce((sum, item) => sum + (item.correction?.kind === 'out' ? 0 : item.points), 0);
  return left === 0 ? got : (got * whole) / left;
}

const options = ['A', 'B', 'C', 'D'];
const some = fc.subarray(options, { minLength: 1 });
const correction: fc.Arbitrary<KeyCorrection | null> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.constant({ kind: 'full' as const }),
  fc.constant({ kind: 'out' as const }),
  fc
    .array(some, { minLength: 1, maxLength: 3 })
    .map((all) => ({ kind: 'keys' as const, keys: all.map((right) => ({ kind: 'choice' as const, right })) })),
);
const item: fc.Arbitrary<MarkedItem> = fc.record({
  itemId: fc.constant('1'),
  type: fc.constantFrom(sectionType.single, sectionType.multiple),
  points: fc.integer({ min: 1, max: 20 }).map((halves) => halves / 2),
  partial: fc.boolean(),
  key: some.map((right) => ({ kind: 'choice' as const, right })),
  correction,
});

it('scores equal an independent computation, for 10 000 generated attempts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(item, fc.subarray(options)), { minLength: 1, maxLength: 30 }), (drawn) => {
      const items = drawn.map(([one]) => one);
      const answers = drawn.map(([, answer]) => answer);
      const scores = items.map((one, at) => scoreItem(one, answers[at]));
      // A hundredth is rounded half up.
      expect(totalOf(items, scores)).toBe(Math.floor(byHand(items, answers) * 100 + 0.5 + 1e-7));
    }),
    { numRuns: 10_000, seed: 13 },
  );
});

/** Pearson's r by its definition, with deviations; the product adds up sums. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0) / all.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const over = xs.reduce((sum, x, at) => sum + (x - mx) * ((ys[at] ?? 0) - my), 0);
  return over / Math.sqrt(xs.reduce((sum, x) => sum + (x - mx) ** 2, 0) * ys.reduce((sum, y) => sum + (y - my) ** 2, 0));
}

it('item figures equal a reference that is computed another way', () => {
  const count = 12;
  const questions = Array.from({ length: count }, (_, at) => ({
    variant: 'A',
    itemId: String(at + 1),
    questionId: at + 1,
    section: '',
    type: sectionType.single,
    points: 2,
    stem: '',
    optionIds: options,
    key: { kind: 'choice' as const, right: ['A'] },
  }));
  let seed = 7;
  const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const attempts = Array.from({ length: 200 }, () => {
    const skill = chance();
    const answers = new Map(
      questions.map(({ itemId }, at) => [
        itemId,
        [chance() < skill * (1 - at / 20) ? 'A' : (options[1 + Math.floor(chance() * 3)] ?? 'B')],
      ]),
    );
    const items = questions.map(({ itemId }) => {
      const right = answers.get(itemId)?.[0] === 'A';
      return { itemId, cent: right ? 200 : 0, right };
    });
    return { variant: 'A', items, answers, pointsCent: items.reduce((sum, each) => sum + each.cent, 0) };
  });
  const figures = analyse(questions, attempts);
  const won = questions.map((_, at) => attempts.map((attempt) => ((attempt.items[at]?.cent ?? 0) > 0 ? 1 : 0) as number));
  for (const [at, { questionId }] of questions.entries()) {
    const own = won[at] ?? [];
    const rest = attempts.map((_, n) => won.reduce((sum, column, other) => sum + (other === at ? 0 : (column[n] ?? 0)), 0));
    expect(figures.items.get(questionId)?.ease).toBeCloseTo(own.filter((is) => is === 1).length / own.length, 12);
    expect(figures.items.get(questionId)?.discrimination).toBeCloseTo(correlation(own, rest), 10);
    const chose = (id: string) => attempts.filter((attempt) => attempt.answers.get(String(questionId))?.includes(id));
    for (const option of figures.options.get(questionId) ?? []) expect(option.count).toBe(chose(option.id).length);
  }
  // Kuder and Richardson's formula 20 is alpha where every item is right or wrong.
  const totals = attempts.map((_, n) => won.reduce((sum, column) => sum + (column[n] ?? 0), 0));
  const mean = totals.reduce((a, b) => a + b, 0) / totals.length;
  const variance = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / totals.length;
  const pq = won.reduce((sum, column) => {
    const p = column.filter((is) => is === 1).length / column.length;
    return sum + p * (1 - p);
  }, 0);
  expect(figures.reliability).toBeCloseTo((count / (count - 1)) * (1 - pq / variance), 10);
});
