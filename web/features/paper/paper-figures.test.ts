import { expect, test } from 'vitest';
import {
  countPoolQuestions,
  estimateShortage,
  computeTotalPoints,
  estimateMinutes,
  computeMeanEase,
  computeTargetEase,
} from './paper-figures.ts';
import type { BankCategories, PaperFormDraft } from './paper-queries.ts';

const bank: BankCategories = [
  {
    category: '物理',
    counts: [
      { type: 1, count: 30 },
      { type: 2, count: 5 },
    ],
  },
  { category: '地理', counts: [{ type: 1, count: 20 }] },
];
const section = (change: Partial<PaperFormDraft['sections'][number]>): PaperFormDraft['sections'][number] => ({
  title: '一',
  type: 1,
  count: 10,
  pointsEach: 1,
  categories: [],
  partial: false,
  difficulty: null,
  tags: [],
  level: null,
  ...change,
});

test('countPoolQuestions counts the whole bank if no category is chosen', () => {
  expect(countPoolQuestions(section({}), bank)).toBe(50);
  expect(countPoolQuestions(section({ categories: ['地理'] }), bank)).toBe(20);
  expect(countPoolQuestions(section({ type: 2, categories: ['地理'] }), bank)).toBe(0);
});

test('estimateShortage adds up sections of one type, because they share the bank', () => {
  const both = [section({ count: 30 }), section({ count: 25 })];
  expect(estimateShortage(0, both, bank)).toBe(5);
  expect(estimateShortage(0, [both[0]!], bank)).toBe(0);
  expect(estimateShortage(0, [section({ count: 8, type: 2 })], bank)).toBe(3);
});

test('computeTotalPoints counts an empty number as zero', () => {
  expect(computeTotalPoints([section({ count: Number.NaN }), section({ count: 4, pointsEach: 0.5 })])).toBe(2);
});

test('difficulty is weighted by points, and duration by question types', () => {
  const easy = { difficulty: 1 as const };
  const hard = { difficulty: 3 as const };
  expect(computeMeanEase([{ pointsEach: 3 }, { pointsEach: 1 }], [[easy], [hard]])).toBeCloseTo(0.75);
  expect(computeMeanEase([{ pointsEach: 3 }], [[]])).toBeNull();
  expect(computeTargetEase({ easy: 1, medium: 2, hard: 1 })).toBeCloseTo(0.65);
  expect(computeTargetEase({ easy: 0, medium: 0, hard: 0 })).toBeNull();
  expect(
    estimateMinutes([
      { type: 1, count: 160 },
      { type: 3, count: 40 },
    ]),
  ).toBe(90);
});
