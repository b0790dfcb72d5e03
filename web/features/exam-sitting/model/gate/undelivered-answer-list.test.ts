import { expect, test } from 'vitest';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { formatAnswerText, listUndeliveredLines } from './undelivered-answer-list.ts';
import type { SittingItem, SittingPaper } from '../paper-order.ts';

const option = (id: string, letter: string) => ({ id, letter, html: '' });
const item = (id: string, type = 1): SittingItem =>
  ({ id, number: Number(id), type, options: [option('x', 'A'), option('y', 'B')], blankCount: 2 }) as unknown as SittingItem;
const paper = { items: ['1', '2', '3', '4'].map((id) => item(id)) } as unknown as SittingPaper;
const currentAnswers: Record<string, AnswerValue> = { '2': ['x'], '3': ['x'], '4': ['y'] };

test('SY15: listUndeliveredLines offers undelivered answers that differ, and marks questions answered since', () => {
  const undelivered = [
    { itemId: '3', value: ['y'], counted: undefined },
    { itemId: '1', value: ['y'], counted: undefined },
    { itemId: '2', value: ['y'], counted: ['x'] },
    { itemId: '4', value: ['y'], counted: undefined },
  ];
  const lines = listUndeliveredLines(undelivered, paper, (id) => currentAnswers[id]);
  expect(lines.map((line) => [line.item.id, line.answeredSince])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
  ]);
});

test('formatAnswerText shows an answer with the option letters of the shown paper', () => {
  expect(formatAnswerText(item('1'), ['y'], '-')).toBe('B');
  expect(formatAnswerText(item('1'), [], '-')).toBe('-');
  expect(formatAnswerText(item('1', 4), ['220', ''], '-')).toBe('220；–');
  expect(formatAnswerText(item('1', 9), ['y', 'x'], '-')).toBe('B A');
  expect(formatAnswerText(item('1', 10), ['', 'y', 'y'], '-')).toBe('– B B');
});
