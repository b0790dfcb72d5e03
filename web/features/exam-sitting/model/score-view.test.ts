import { expect, it } from 'vitest';
import { classifyItemResult, numberSections } from './score-view.ts';

const item = (itemId: string, points: number | null, right: boolean | null) => ({ itemId, points, max: 2, right });

it('classifyItemResult tells right, wrong, partly right and unmarked items apart', () => {
  expect([item('1', 2, true), item('2', 0, false), item('3', 1, false), item('4', null, null)].map(classifyItemResult)).toEqual([
    'right',
    'wrong',
    'partly',
    'waiting',
  ]);
});

it('numberSections numbers items through all sections and counts the right items', () => {
  const sections = numberSections({
    sections: [
      { title: '一', points: 2, max: 4, items: [item('1', 2, true), item('2', 0, false)] },
      { title: '二', points: 2, max: 2, items: [item('3', 2, true)] },
    ],
  });
  expect(sections.map((section) => [section.rightCount, section.items.map((each) => each.number)])).toEqual([
    [1, [1, 2]],
    [1, [3]],
  ]);
});
