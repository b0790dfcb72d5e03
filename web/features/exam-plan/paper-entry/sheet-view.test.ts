import { expect, it } from 'vitest';
import { listChangedAnswers, parseSheetCode, formatSheetCode, type SheetItem, getSheetPath } from './sheet-view.ts';

it('parseSheetCode reads the code of a sheet and the address in its QR code, in any usual spelling', () => {
  const sheet = { planId: 12, userId: 345, sheet: 2 };
  for (const text of [formatSheetCode(12, 345, 2), ' 12－345－2 ', '12 345 2', `https://exam.test${getSheetPath(12, 345, 2)}`])
    expect(parseSheetCode(text)).toEqual(sheet);
  for (const text of ['', '12-345', 'a-b-c', 'https://exam.test/teacher/exam/exam-plan/sheet/12/345', '2026 3201 0028 1'])
    expect(parseSheetCode(text)).toBeUndefined();
});

it('listChangedAnswers returns only answers that differ from the stored ones, including removed answers', () => {
  const item = (itemId: string, value: string[]): SheetItem => ({
    itemId,
    section: '',
    type: 1,
    points: 1,
    stem: '',
    options: [],
    blanks: 0,
    shown: false,
    value,
  });
  const items = [item('1', ['A']), item('2', ['B']), item('3', [])];
  expect(listChangedAnswers(items, { 3: ['C'], 1: ['A'], 2: [], 9: ['A'] })).toEqual([
    { itemId: '2', value: [] },
    { itemId: '3', value: ['C'] },
  ]);
});
