import { expect, test } from 'vitest';
import { sectionType } from '../../contract/codes.ts';
import { layOutCard } from './card-layout.ts';
import { type CardItem, listCardSections, toCardAnswer } from './card-sections.ts';

const item = (itemId: string, section: string, type: CardItem['type'], ids: string): CardItem => ({
  itemId,
  section,
  type,
  points: 8,
  options: [...ids].map((id) => ({ id })),
});
const multiple = item('2', '多选', sectionType.multiple, 'ABCDE');
const judgement = item('3', '判断', sectionType.judgement, '');

test('an answer card has a row for each question with bubbles, in the order of the paper', () => {
  const essay = item('4', '简答', sectionType.questionAnswer, '');
  expect(listCardSections([judgement, item('10', '单选', sectionType.single, 'ABC'), multiple, essay], { boxes: false })).toEqual([
    { title: '多选', rows: [{ label: '2', options: ['A', 'B', 'C', 'D', 'E'], many: true }], boxes: [] },
    { title: '判断', rows: [{ label: '3', options: ['√', '×'], many: false }], boxes: [] },
    { title: '单选', rows: [{ label: '10', options: ['A', 'B', 'C'], many: false }], boxes: [] },
  ]);
});

test('an answer card with boxes keeps the rows in place and puts the boxes after them', () => {
  const essay = item('1', '简答', sectionType.questionAnswer, '');
  const items = [essay, multiple, judgement, item('4', '实操', sectionType.practical, '')];
  const [plain, boxed] = [false, true].map((boxes) => layOutCard(listCardSections(items, { boxes })));
  expect(boxed?.pages[0]?.rows).toEqual(plain?.pages[0]?.rows);
  expect(boxed?.pages.flatMap(({ boxes }) => boxes)).toMatchObject([{ label: '1', heightMm: 56 }]);
  expect(boxed?.hash).not.toBe(plain?.hash);
});

test('toCardAnswer turns filled bubbles into the option ids of the answer', () => {
  expect(toCardAnswer(judgement, ['×'])).toEqual(['F']);
  expect(toCardAnswer(item('3', '判断', sectionType.judgement, 'TF'), ['√'])).toEqual(['T']);
  expect(toCardAnswer(multiple, ['D', 'A'])).toEqual(['A', 'D']);
  expect(toCardAnswer(multiple, [])).toEqual([]);
});
