import { expect, it } from 'vitest';
import { sectionType } from '../../contract/codes.ts';
import { isSheetAnswer } from './sheet-answer.ts';

type Item = Parameters<typeof isSheetAnswer>[0];
const item = (type: number, more: Partial<Item> = {}): Item => ({
  type,
  options: [{ id: 'A' }, { id: 'B' }],
  blanks: 0,
  shown: false,
  ...more,
});

it('isSheetAnswer accepts only answers that a paper sheet can hold for the type of the question', () => {
  const { single, multiple, judgement, fillIn, questionAnswer, practical, ordering, matching } = sectionType;
  const pairs = { options: ['1', '2', 'A', 'B'].map((id) => ({ id })), blanks: 2 };
  const good: [Item, string[]][] = [
    [item(single), ['B']],
    [item(single), []],
    [item(multiple), ['A', 'B']],
    [item(judgement, { options: [] }), ['T']],
    [item(judgement), ['A']],
    [item(fillIn, { options: [], blanks: 2 }), ['220', '']],
    [item(ordering), ['B', 'A']],
    [item(ordering), []],
    [item(matching, pairs), ['B', '']],
    [item(matching, pairs), ['A', 'A']],
    [item(questionAnswer, { options: [] }), ['先验电。']],
    [item(practical, { options: [] }), ['已接线']],
  ];
  const bad: [Item, string[]][] = [
    [item(single), ['A', 'B']],
    [item(single), ['C']],
    [item(multiple), ['A', 'A']],
    [item(judgement, { options: [] }), ['A']],
    [item(judgement), ['T']],
    [item(fillIn, { options: [], blanks: 2 }), ['220']],
    [item(ordering), ['A']],
    [item(ordering), ['A', 'A']],
    [item(ordering), ['A', 'B', 'C']],
    [item(matching, pairs), ['A']],
    [item(matching, pairs), ['A', '1']],
    [item(practical, { options: [], shown: true }), ['已接线']],
  ];
  expect(good.filter(([of, value]) => !isSheetAnswer(of, value))).toEqual([]);
  expect(bad.filter(([of, value]) => isSheetAnswer(of, value))).toEqual([]);
});
