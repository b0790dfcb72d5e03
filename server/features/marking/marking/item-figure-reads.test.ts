import { describe, expect, it } from 'vitest';
import { combineItemFigures, minAttemptsForDiscrimination, createItemFigures } from './item-figure-reads.ts';

/** Each row is an attempt: the points (out of 1) for each question. */
const figuresOf = (attempts: readonly (readonly number[])[]) => {
  const figures = createItemFigures();
  for (const attempt of attempts) figures.add(attempt.map((points, at) => ({ questionId: at + 1, cent: points * 100, mostCent: 100 })));
  return figures.figures();
};
const people = minAttemptsForDiscrimination;

describe('item figures of questions', () => {
  it('give the ease as the share of points won, partial points included', () => {
    expect(figuresOf([[1], [0], [0.5], [1]]).get(1)).toMatchObject({ attempts: 4, ease: 0.625 });
  });

  it('give a high discrimination if strong examinees are right, and a negative one in the opposite case', () => {
    const rows = Array.from({ length: people }, (_, at) => [at < people / 2 ? 0 : 1, at / people, at < people / 2 ? 1 : 0]);
    const figures = figuresOf(rows);
    expect(figures.get(1)?.discrimination).toBeLessThan(0);
    const alone = figuresOf(rows.map(([own, rest]) => [own ?? 0, rest ?? 0]));
    expect(alone.get(1)?.discrimination).toBeCloseTo(0.87, 2);
  });

  it('have no discrimination with too few attempts, or if all scored alike', () => {
    const rows = Array.from({ length: people }, (_, at) => [1, at / people]);
    expect(figuresOf(rows).get(1)?.discrimination).toBeNull();
    expect(figuresOf(rows.slice(1).map(([, rest], at) => [at % 2, rest ?? 0])).get(1)).toMatchObject({
      attempts: people - 1,
      discrimination: null,
    });
  });

  it('of several exams are weighted by their attempts', () => {
    const one = { attempts: 30, ease: 0.5, discrimination: 0.4 };
    const two = { attempts: 10, ease: 0.9, discrimination: null };
    expect(combineItemFigures([one, two])).toEqual({ attempts: 40, ease: 0.6, discrimination: 0.4 });
    expect(combineItemFigures([])).toBeNull();
  });
});
