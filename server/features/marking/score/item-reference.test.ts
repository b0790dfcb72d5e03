import { expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { analysePaper } from './score-analysis.ts';

const options = ['A', 'B', 'C', 'D'];
let seed = 7;
const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

/** Each variant has twelve choice questions of two points and four questions that allow half points. The variants share eight questions. */
const bank = Array.from({ length: 24 }, (_, at) => ({ questionId: at + 1, isChoice: at % 4 !== 3, points: at % 4 === 3 ? 5 : 2 }));
const variants = { A: bank.slice(0, 16), B: bank.slice(8).toReversed() } as const;
const questions = Object.entries(variants).flatMap(([variant, own]) =>
  own.map(({ questionId, isChoice, points }, at) => ({
    variant,
    itemId: String(at + 1),
    questionId,
    section: '',
    type: isChoice ? sectionType.single : sectionType.questionAnswer,
    points,
    stem: '',
    optionIds: isChoice ? options : [],
    key: isChoice ? { kind: 'choice' as const, right: ['A'] } : { kind: 'rubric' as const, reference: '', items: [], veto: [] },
  })),
);
const attempts = Array.from({ length: 400 }, (_, n) => {
  const variant = n % 3 === 0 ? ('B' as const) : ('A' as const);
  const skill = chance();
  const answers = new Map<string, string[]>();
  const items = variants[variant].map(({ isChoice, questionId, points }, at) => {
    const itemId = String(at + 1);
    // Some items wait for a marker. The analysis leaves such an attempt out.
    if (!isChoice) {
      const cent = chance() < 0.005 ? null : Math.round(skill * chance() * points * 2) * 50;
      return { itemId, cent, right: null };
    }
    const isRight = chance() < skill * (1 - questionId / 40);
    const chosen = isRight ? 'A' : chance() < 0.1 ? undefined : (options[1 + Math.floor(chance() * 3)] ?? 'B');
    if (chosen !== undefined) answers.set(itemId, [chosen]);
    return { itemId, cent: isRight ? 200 : 0, right: isRight };
  });
  return { variant, items, answers, pointsCent: items.reduce((sum, each) => sum + (each.cent ?? 0), 0) };
});
const markedAttempts = attempts.filter((attempt) => attempt.items.every(({ cent }) => cent !== null));
const mean = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0) / all.length;
/** Computes the covariance by its definition, from deviations. The code under test uses running sums instead. */
const covariance = (xs: readonly number[], ys: readonly number[]): number =>
  mean(xs.map((x, at) => (x - mean(xs)) * ((ys[at] ?? 0) - mean(ys))));
const correlation = (xs: readonly number[], ys: readonly number[]): number =>
  covariance(xs, ys) / Math.sqrt(covariance(xs, xs) * covariance(ys, ys));

it('analysePaper equals a second computation, with two variants, shared questions and partial points', () => {
  expect(markedAttempts.length).toBeLessThan(attempts.length);
  const figures = analysePaper(questions, attempts);
  for (const { questionId, isChoice, points } of bank) {
    const sat = markedAttempts.flatMap(({ variant, items, answers, pointsCent }) => {
      const at = variants[variant].findIndex((one) => one.questionId === questionId);
      const cent = items[at]?.cent;
      return cent == null ? [] : [{ cent, rest: pointsCent - cent, total: pointsCent, chose: answers.get(String(at + 1))?.[0] }];
    });
    const figure = figures.items.get(questionId);
    expect(figure?.attempts).toBe(sat.length);
    expect(figure?.ease).toBeCloseTo(mean(sat.map(({ cent }) => cent / 100)) / points, 12);
    expect(figure?.discrimination).toBeCloseTo(
      correlation(
        sat.map(({ cent }) => cent),
        sat.map(({ rest }) => rest),
      ),
      10,
    );
    const optionFigures = figures.options.get(questionId) ?? [];
    expect(optionFigures.map(({ id }) => id)).toEqual(isChoice ? options : []);
    for (const { id, count, mean: average } of optionFigures) {
      const chose = sat.filter((one) => one.chose === id);
      expect(count).toBe(chose.length);
      expect(average).toBeCloseTo(mean(chose.map(({ total }) => total)) / 100, 10);
    }
  }
  const totals = markedAttempts.map(({ pointsCent }) => pointsCent / 100);
  expect(figures.mean).toBeCloseTo(mean(totals), 12);
  expect(figures.spread).toBeCloseTo(Math.sqrt(mean(totals.map((x) => x ** 2)) - mean(totals) ** 2), 8);
  // Compute alpha from the covariance matrix of the variant that most examinees sat.
  const variantAttempts = markedAttempts.filter(({ variant }) => variant === 'A');
  const columns = variants.A.map((_, at) => variantAttempts.map(({ items }) => items[at]?.cent ?? 0));
  const table = columns.map((x) => columns.map((y) => covariance(x, y)));
  const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
  const [trace, everything] = [sum(table.map((row, at) => row[at] ?? 0)), sum(table.map(sum))];
  expect(figures.reliability).toBeCloseTo((columns.length / (columns.length - 1)) * (1 - trace / everything), 10);
});
