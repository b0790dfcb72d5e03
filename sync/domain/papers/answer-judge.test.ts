import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnswerKey, BlankRule } from '../../contract/bank/question.ts';
import { isAnswerRight, countRightBlanks, countRightPairs } from './answer-judge.ts';

const choice = (...right: string[]): AnswerKey => ({ kind: 'choice', right });
const blank = (...blanks: BlankRule[]): AnswerKey => ({ kind: 'blanks', blanks });
const text = (anyOf: string[], exact = false): BlankRule => ({ mode: 'text', anyOf, ignoreCase: !exact, ignoreWidth: !exact });
const number = (value: number, tolerance = 0): BlankRule => ({ mode: 'number', value, tolerance });

const order = (...right: string[]): AnswerKey => ({ kind: 'order', right });
const match = (...right: string[]): AnswerKey => ({ kind: 'match', right });

it('an ordering is right only as a whole, and a matching only if every left item has its option', () => {
  const letters = fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E'], { minLength: 2 });
  fc.assert(
    fc.property(letters, letters, (right, given) => {
      expect(isAnswerRight(order(...right), given)).toBe(given.join() === right.join());
      const pairs = right.filter((id, at) => given[at] === id).length;
      expect(countRightPairs(right, given)).toBe(pairs);
      expect(isAnswerRight(match(...right), given)).toBe(pairs === right.length);
    }),
  );
  expect(isAnswerRight(match('A', 'A'), ['A', ''])).toBe(false);
  expect(isAnswerRight(order('A', 'B'), [])).toBe(false);
});

it.each<[string, AnswerKey, string[], boolean]>([
  ['1,000 for 1000', blank(number(1000)), ['1,000'], true],
  ['1/2 for 0.5', blank(number(0.5)), ['1/2'], true],
  ['a minus sign', blank(number(-5)), ['−5'], true],
  ['hexadecimal', blank(number(31)), ['0x1F'], false],
  ['a number with its unit', blank(number(5)), ['5V'], false],
  ['an empty blank for 0', blank(number(0)), [''], false],
  ['just outside the tolerance', blank(number(3.14, 0.01)), ['3.1500000001'], false],
  ['other case where case matters', blank(text(['pH'], true)), ['PH'], false],
  ['full-width letters where width matters', blank(text(['pH'], true)), ['ｐＨ'], false],
  ['full-width letters, other case and spaces', blank(text(['50Hz'])), [' ５０ ｈｚ'], true],
  ['spaces only', blank(text(['甲'])), [' '], false],
  ['all options of several, in another order', choice('A', 'C'), ['C', 'A'], true],
  ['some options of several', choice('A', 'C'), ['A'], false],
  ['no option', choice('A'), [], false],
  ['invisible characters', blank(text(['自锁'])), ['自\u200b锁\u200e'], true],
  ['invisible characters in a key that was stored with them', blank(text(['自\u00ad锁'], true)), ['自锁'], true],
  ['radicals in a key copied out of a PDF', blank(text(['⻢⼒'])), ['马力'], true],
  ['another dash', blank(text(['GB/T 7251—2013'])), ['gb/t7251-2013'], true],
  ['other quotes', blank(text(['“自锁”'])), ['"自锁"'], true],
  ['a full stop at the end', blank(text(['自锁'])), ['自锁。'], true],
  ['a full stop that is the answer', blank(text(['。'])), ['。'], true],
  ['>= for ≥', blank(text(['≥0.5MΩ'])), ['>=0.5mΩ'], true],
  ['another middle dot', blank(text(['N·m'])), ['N•m'], true],
  ['m2 and m^2 for m²', blank(text(['m²'])), ['m2'], true],
  ['102 for 10²', blank(text(['10²'])), ['102'], false],
  ['10^2 for 10²', blank(text(['10²'])), ['10^2'], true],
  ['10² for the number 102', blank(number(102)), ['10²'], false],
  ['½ for 0.5', blank(number(0.5)), ['½'], true],
  ['1½ for the number 5.5', blank(number(5.5)), ['1½'], false],
])('25.8, 25.9: isAnswerRight judges %s alike in exams and practice', (_, key, given, isRight) => {
  expect(isAnswerRight(key, given)).toBe(isRight);
});

it('isAnswerRight gives null for questions that people mark', () => {
  expect(isAnswerRight({ kind: 'rubric', reference: '', items: [], veto: [] } as unknown as AnswerKey, ['甲'])).toBeNull();
});

it('countRightBlanks counts each right blank', () => {
  expect(countRightBlanks([text(['甲']), number(2), text(['丙'])], ['甲', '3'])).toBe(1);
});
