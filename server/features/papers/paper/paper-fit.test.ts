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
const drawn = [variant([1, [2], 3], [4, 5], [6, 7]), variant([11, 12, 13], [14, [15]], [16, 17])];

it('keeps the questions of sections that only move, get another title or other points', () => {
  const after = [{ ...section('判断', 3, 2), pointsEach: 5 }, before[1], before[0]].flatMap((one) => one ?? []);
  expect(ids(keepFittingQuestions(before, after, drawn))).toEqual([
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

it('keeps only what is locked where the rule is another, and nothing where the type is', () => {
  const after = [section('一', 1, 3, ['乙']), section('二', 1, 2, ['乙']), section('三', 4, 2)];
  expect(ids(keepFittingQuestions(before, after, drawn))).toEqual([
    [[2], [], []],
    [[], [15], []],
  ]);
});

it('lets go of the last ones first when fewer are wanted, locked ones last of all', () => {
  expect(ids(keepFittingQuestions(before, [section('一', 1, 1)], drawn))).toEqual([[[2]], [[11]]]);
});

it('is full only when every section of every variant is', () => {
  expect(isPaperFull(before, drawn)).toBe(true);
  expect(isPaperFull(before, [...drawn, variant([1], [], [])])).toBe(false);
});
