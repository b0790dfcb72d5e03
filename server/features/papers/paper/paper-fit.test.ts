import { expect, it } from 'vitest';
import type { PaperSection, PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { isPaperFull, keepFittingQuestions } from './paper-fit.ts';

const section = (title: string, type: PaperSection['type'], count: number, categories: string[] = []): PaperSection => ({
  title,
  type,
  count,
  pointsEach: 1,
  partial: false,
  categories,
  difficulty: null,
  tags: [],
  level: null,
});
const ids = (variants: readonly PaperVariant[]) => variants.map((one) => one.sections.map((entries) => entries.map((entry) => entry.id)));
const variant = (...sections: (number | [number])[][]): PaperVariant => ({
  sections: sections.map((entries) =>
    entries.map((entry) => (Array.isArray(entry) ? { id: entry[0], locked: true } : { id: entry, locked: false })),
  ),
});

const before = [section('一', 1, 3), section('二', 1, 2, ['甲']), section('三', 3, 2)];
const drawnVariants = [variant([1, [2], 3], [4, 5], [6, 7]), variant([11, 12, 13], [14, [15]], [16, 17])];

it('keepFittingQuestions keeps the questions of sections that are moved, renamed or given other points', () => {
  const after = [{ ...section('判断', 3, 2), pointsEach: 5 }, before[1], before[0]].flatMap((one) => one ?? []);
  expect(ids(keepFittingQuestions(before, after, drawnVariants))).toEqual([
    [
      [6, 7],
      [4, 5],
      [1, 2, 3],
    ],
    [
      [16, 17],
      [14, 15],
      [11, 12, 13],
    ],
  ]);
});

it('keepFittingQuestions keeps only locked questions if the rule changed, and none if the type changed', () => {
  const after = [section('一', 1, 3, ['乙']), section('二', 1, 2, ['乙']), section('三', 4, 2)];
  expect(ids(keepFittingQuestions(before, after, drawnVariants))).toEqual([
    [[2], [], []],
    [[], [15], []],
  ]);
});

it('keepFittingQuestions drops the last questions first if the count shrinks, and locked questions last', () => {
  expect(ids(keepFittingQuestions(before, [section('一', 1, 1)], drawnVariants))).toEqual([[[2]], [[11]]]);
});

it('isPaperFull requires every section of every variant to be full', () => {
  expect(isPaperFull(before, drawnVariants)).toBe(true);
  expect(isPaperFull(before, [...drawnVariants, variant([1], [], [])])).toBe(false);
});
