import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import type { AnswerKey, BlankRule } from '../../../../sync/contract/bank/question.ts';
import { parseNumber, isWithinTolerance } from '../../../../sync/domain/papers/answer-judge.ts';
import {
  computeMarkerCents,
  findDispute,
  type AnswerMark,
  type ScorableItem,
  type MarkingRule,
  averageMarks,
  scoreItem,
  sumItemScores,
} from './item-score.ts';

const item = (extra: Partial<ScorableItem>): ScorableItem => ({
  itemId: '1',
  type: sectionType.single,
  points: 2,
  partial: false,
  key: { kind: 'choice', right: ['B'] },
  ...extra,
});
const cents = (of: ScorableItem, ...answers: (string[] | undefined)[]) => answers.map((answer) => scoreItem(of, answer).cent);
const choice = (...right: string[]): AnswerKey => ({ kind: 'choice', right });

describe('scoreItem for choices, orders and pairs', () => {
  it('marks single choice and judgement by the one right option', () => {
    expect(cents(item({}), ['B'], ['A'], ['A', 'B'], [], undefined, ['Z'])).toEqual([200, 0, 0, 0, 0, 0]);
    expect(cents(item({ type: sectionType.judgement, key: choice('F'), points: 0.5 }), ['F'], ['T'], [])).toEqual([50, 0, 0]);
    // Half points are for multiple choice only.
    expect(cents(item({ partial: true }), ['A'])).toEqual([0]);
  });

  it('marks multiple choice all or nothing, or half for right but incomplete', () => {
    const all = item({ type: sectionType.multiple, key: choice('A', 'C', 'D'), points: 1.5 });
    const half = { ...all, partial: true };
    const answers = [['A', 'C', 'D'], ['D', 'A', 'C', 'A'], ['A', 'C'], ['A'], ['A', 'B'], ['A', 'B', 'C', 'D'], []];
    expect(cents(all, ...answers)).toEqual([150, 150, 0, 0, 0, 0, 0]);
    expect(cents(half, ...answers)).toEqual([150, 150, 75, 75, 0, 0, 0]);
  });

  it('marks an order all or nothing, even if the question gives partial points', () => {
    const all = item({ type: sectionType.ordering, key: { kind: 'order', right: ['C', 'A', 'B'] } });
    const answers = [['C', 'A', 'B'], ['C', 'B', 'A'], ['C', 'A'], ['C', 'A', 'B', 'B'], []];
    for (const partial of [false, true]) expect(cents({ ...all, partial }, ...answers)).toEqual([200, 0, 0, 0, 0]);
  });

  it('marks pairs all or nothing, or by shares that never exceed the points', () => {
    const all = item({ type: sectionType.matching, key: { kind: 'match', right: ['B', 'B', 'A'] }, points: 1 });
    const answers = [['B', 'B', 'A'], ['B', '', 'A'], ['', '', 'B'], ['B'], []];
    expect(cents(all, ...answers)).toEqual([100, 0, 0, 0, 0]);
    expect(cents({ ...all, partial: true }, ...answers)).toEqual([100, 67, 0, 33, 0]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('A', 'B', 'C', ''), { maxLength: 8 }), fc.integer({ min: 1, max: 20 }), (given, halves) => {
        const { cent } = scoreItem({ ...all, points: halves / 2, partial: true }, given);
        expect(cent).toBeGreaterThanOrEqual(0);
        expect(cent).toBeLessThanOrEqual(halves * 50);
      }),
    );
  });

  it('never gives points for a wrong option, and never more than the item has', () => {
    const options = ['A', 'B', 'C', 'D', 'E'];
    fc.assert(
      fc.property(
        fc.subarray(options, { minLength: 1 }),
        fc.subarray(options),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (rightIds, chosen, halves, partial) => {
          const score = scoreItem(item({ type: sectionType.multiple, key: choice(...rightIds), points: halves / 2, partial }), chosen);
          const hasWrongOption = chosen.some((option) => !rightIds.includes(option));
          expect(score.cent).toBe(
            hasWrongOption || chosen.length === 0 ? 0 : chosen.length === rightIds.length ? halves * 50 : partial ? halves * 25 : 0,
          );
          expect(score.right).toBe(score.cent === halves * 50);
        },
      ),
    );
  });
});

describe('scoreItem for blanks', () => {
  const text = (...anyOf: string[]): BlankRule => ({ mode: 'text', anyOf, ignoreCase: true, ignoreWidth: true });
  const number = (value: number, tolerance = 0): BlankRule => ({ mode: 'number', value, tolerance });
  const fill = (blanks: BlankRule[], extra: Partial<ScorableItem> = {}) =>
    item({ type: sectionType.fillIn, key: { kind: 'blanks', blanks }, ...extra });

  it('accepts any listed text in any width, case and spacing, unless the rule is exact', () => {
    const ohm = fill([text('50Hz', '五十赫兹')]);
    expect(cents(ohm, ['50Hz'], [' ５０ｈｚ '], ['50 HZ'], ['五十 赫兹'], ['50'], [''], [])).toEqual([200, 200, 200, 200, 0, 0, 0]);
    const exact = fill([{ mode: 'text', anyOf: ['Fe2O3'], ignoreCase: false, ignoreWidth: false }]);
    expect(cents(exact, ['Fe2O3'], [' Fe2O3 '], ['fe2o3'], ['Ｆe2O3'], ['Fe2 O3'])).toEqual([200, 200, 0, 0, 0]);
  });

  it('accepts numbers in every common notation', () => {
    const thousand = fill([number(1000)]);
    expect(
      cents(thousand, ['1000'], ['1,000'], ['1，000'], ['1 000'], ['１０００'], ['1000.0'], ['1e3'], ['+1000'], ['1000.'], ['2000/2']),
    ).toEqual(Array(10).fill(200));
    expect(cents(thousand, ['1,00'], ['10,000'], ['1000V'], ['一千'], ['1000.1'], ['--1000'], ['1/0'], ['1e9999'])).toEqual(
      Array(8).fill(0),
    );
    expect(cents(fill([number(-0.5)]), ['-0.5'], ['−0.5'], ['－.５'], ['–1/2'], ['1/−2'], ['0.5'])).toEqual([200, 200, 200, 200, 200, 0]);
  });

  it('applies the tolerance exactly, on both sides', () => {
    expect(cents(fill([number(3.14, 0.01)]), ['3.15'], ['3.13'], ['3.150001'], ['3.1299'])).toEqual([200, 200, 0, 0]);
    expect(cents(fill([number(0.3)]), ['0.3'], ['.30'], ['0.30000000000000004'])).toEqual([200, 200, 0]);
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: -1000, max: 1000 }),
        (value, tolerance, away) => {
          const decimal = (thousandths: number) => thousandths / 1000;
          const written = parseNumber(decimal(value + away).toFixed(3));
          expect(written && isWithinTolerance(written, decimal(value), decimal(tolerance))).toBe(Math.abs(away) <= tolerance);
        },
      ),
    );
  });

  it('gives each correct blank its share, or all or nothing', () => {
    const three = [text('a'), text('b'), text('c')];
    expect(cents(fill(three, { points: 1 }), ['a', 'b', 'c'], ['a', 'b'], ['b', 'a', 'c'])).toEqual([100, 0, 0]);
    expect(cents(fill(three, { points: 1, partial: true }), ['a', 'b', 'c'], ['a', 'b'], ['x', '', 'c'], ['c', 'a', 'b'])).toEqual([
      100, 67, 33, 0,
    ]);
  });

  it('gives shares that never exceed the points and grow with every correct blank', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 200 }), (count, halves) => {
        const blanks = fill(
          Array.from({ length: count }, (_, index) => number(index)),
          { points: halves / 2, partial: true },
        );
        const scores = Array.from(
          { length: count + 1 },
          (_, right) =>
            scoreItem(
              blanks,
              Array.from({ length: right }, (__, index) => String(index)),
            ).cent ?? -1,
        );
        expect(scores[0]).toBe(0);
        expect(scores.at(-1)).toBe(halves * 50);
        for (const [right, cent] of scores.entries()) {
          expect(Math.abs(cent - (halves * 50 * right) / count)).toBeLessThanOrEqual(0.5);
          expect(cent).toBeGreaterThanOrEqual(scores[right - 1] ?? 0);
        }
      }),
    );
  });
});

it('scoreItem leaves a practical question to a person', () => {
  expect(scoreItem(item({ type: sectionType.practical }), ['B'])).toEqual({ cent: null, right: null });
});

describe('scoreItem and sumItemScores after a key correction', () => {
  it('give everybody the points, nobody any, or the better score of several keys', () => {
    const wrongAnswer = ['A'];
    expect(scoreItem(item({ correction: { kind: 'full' } as never }), wrongAnswer)).toEqual({ cent: 200, right: true });
    expect(scoreItem(item({ correction: { kind: 'out' } as never }), wrongAnswer)).toEqual({ cent: 0, right: null });
    const keys = item({ correction: { kind: 'keys', keys: [choice('B'), choice('C')] } as never });
    expect(cents(keys, ['B'], ['C'], ['A'])).toEqual([200, 200, 0]);
    expect(cents(item({ correction: { kind: 'keys', keys: [] } as never }), ['B'])).toEqual([200]);
  });

  it('give the points of a dropped item to the other items in proportion', () => {
    const two = [item({ correction: { kind: 'out' } as never }), item({})];
    expect(
      sumItemScores(
        two,
        two.map((each) => scoreItem(each, ['B'])),
      ),
    ).toBe(400);
    expect(sumItemScores([item({})], [{ cent: null, right: null }])).toBe(0);
    const none = [item({ correction: { kind: 'out' } as never })];
    expect(sumItemScores(none, [{ cent: 0, right: null }])).toBe(0);
  });
});

describe('marks by people', () => {
  const essay = { type: sectionType.questionAnswer, points: 2 };
  const once: MarkingRule = { isDoubleMarked: false, toleranceCent: 50, isLed: true };
  const twice = { ...once, isDoubleMarked: true };
  const mark = (cent: number | null, basis = 'now'): AnswerMark => ({ cent, basis });

  it('are averaged over the required markers, and half a hundredth is rounded up', () => {
    expect(averageMarks(essay, once, [mark(150)], 'now')).toEqual({ cent: 150, right: false });
    expect(averageMarks(essay, twice, [mark(200), mark(200)], 'now')).toEqual({ cent: 200, right: true });
    expect(averageMarks(essay, twice, [mark(150), mark(151)], 'now')).toEqual({ cent: 151, right: false });
  });

  it('give no score before the second mark, or if they belong to an earlier answer', () => {
    const waits = { cent: null, right: null };
    expect(averageMarks(essay, twice, [mark(150)], 'now')).toEqual(waits);
    expect(averageMarks(essay, twice, [mark(150), mark(null)], 'now')).toEqual(waits);
    expect(averageMarks(essay, once, [mark(150, 'before')], 'now')).toEqual(waits);
    expect(averageMarks({ ...essay, type: sectionType.practical }, once, [mark(150), mark(150)], 'now')).toEqual(waits);
  });

  it('are disputed if they differ by more than the tolerance, or if the answer changed afterwards', () => {
    expect(findDispute(essay.type, twice, [mark(100), mark(151)], 'now')).toBe('difference');
    expect(findDispute(essay.type, twice, [mark(100), mark(150)], 'now')).toBeUndefined();
    expect(findDispute(essay.type, once, [mark(100, 'before')], 'now')).toBe('late');
    expect(findDispute(essay.type, { ...twice, isLed: false }, [mark(0), mark(200)], 'now')).toBeUndefined();
    expect(findDispute(sectionType.practical, twice, [mark(0), mark(200)], 'now')).toBeUndefined();
    expect(averageMarks(essay, twice, [mark(100), mark(151)], 'now').cent).toBeNull();
  });

  it('are scaled to the points of the paper, and are 0 if a veto applies', () => {
    const rubric = (...points: number[]) =>
      ({ kind: 'rubric', reference: '', items: points.map((each) => ({ points: each })), veto: [] }) as never;
    expect(computeMarkerCents(essay, rubric(1, 1), { points: [1, 0.5], veto: [] })).toBe(150);
    expect(computeMarkerCents(essay, rubric(2, 2), { points: [1, 1], veto: [] })).toBe(100);
    expect(computeMarkerCents(essay, rubric(), { points: [5], veto: [] })).toBe(200);
    expect(computeMarkerCents(essay, rubric(1, 1), { points: [1, 1], veto: [0] })).toBe(0);
  });

  it('are not needed for a blank written answer, which scores 0', () => {
    const key = { kind: 'rubric', reference: '', items: [], veto: [] } as AnswerKey;
    expect(scoreItem(item({ type: sectionType.questionAnswer, key }), [' '])).toEqual({ cent: 0, right: false });
    expect(scoreItem(item({ type: sectionType.questionAnswer, key }), ['text'])).toEqual({ cent: null, right: null });
    expect(scoreItem(item({ type: sectionType.practical, key }), undefined)).toEqual({ cent: null, right: null });
  });
});

it('parseNumber refuses three-part fractions, more than 60 digits and unreadable denominators', () => {
  expect(['1/2/3', '1'.repeat(61), '1/x'].map(parseNumber)).toEqual([undefined, undefined, undefined]);
  expect(isWithinTolerance({ numerator: 1n, denominator: 1n }, Number.NaN, 0)).toBe(false);
});
