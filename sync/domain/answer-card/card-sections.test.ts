import { expect, test } from 'vitest';
import { sectionType } from '../../contract/codes.ts';
import { type CardItem, listCardSections, toCardAnswer } from './card-sections.ts';

const item = (itemId: string, section: string, type: CardItem['type'], ids: string): CardItem => ({
  itemId,
  section,
  type,
  options: [...ids].map((id) => ({ id })),
});
const multiple = item('2', '多选', sectionType.multiple, 'ABCDE');
const judgement = item('3', '判断', sectionType.judgement, '');

test('A card has a row for each question with bubbles, in the order of the paper', () => {
  const written = item('4', '简答', sectionType.questionAnswer, '');
  expect(listCardSections([judgement, item('10', '单选', sectionType.single, 'ABC'), multiple, written])).toEqual([
    { title: '多选', rows: [{ label: '2', options: ['A', 'B', 'C', 'D', 'E'], many: true }], boxes: [] },
    { title: '判断', rows: [{ label: '3', options: ['√', '×'], many: false }], boxes: [] },
    { title: '单选', rows: [{ label: '10', options: ['A', 'B', 'C'], many: false }], boxes: [] },
  ]);
});

test('Filled bubbles become the option ids that answers hold', () => {
  expect(toCardAnswer(judgement, ['×'])).toEqual(['F']);
  expect(toCardAnswer(item('3', '判断', sectionType.judgement, 'TF'), ['√'])).toEqual(['T']);
  expect(toCardAnswer(multiple, ['D', 'A'])).toEqual(['A', 'D']);
  expect(toCardAnswer(multiple, [])).toEqual([]);
});
