import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLongAnswer, maxLongAnswerChars, joinLongAnswer } from './long-answer.ts';
import { pushLimits } from '../../contract/exams/sync.ts';
import { answerValue } from './ops.ts';

test('a long answer is the same after splitting and joining, and its strings fit into an op', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (text, times) => {
      const input = text
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
        .repeat(times)
        .slice(0, maxLongAnswerChars)
        .toWellFormed();
      const value = splitLongAnswer(input);
      expect(joinLongAnswer(value)).toBe(input.trim() === '' ? '' : input);
      expect(answerValue.safeParse(value).success).toBe(true);
      expect(new TextEncoder().encode(JSON.stringify({ i: '9999', v: value })).length).toBeLessThanOrEqual(pushLimits.payloadBytes);
    }),
  );
});

test('splitLongAnswer never splits a surrogate pair', () => {
  const value = splitLongAnswer(`a${'𠮷'.repeat(3_000)}`);
  expect(value.length).toBe(2);
  for (const text of value) expect(text.isWellFormed()).toBe(true);
});

test('splitLongAnswer keeps an answer of control characters within the size limit of an op', () => {
  for (const each of ['\u0001', '\ud83d', '"', '\\', '字', '\n'])
    expect(new TextEncoder().encode(JSON.stringify(splitLongAnswer(each.repeat(maxLongAnswerChars)))).length).toBeLessThan(
      pushLimits.payloadBytes - 100,
    );
});

test('splitLongAnswer treats white space alone as no answer', () => {
  expect(splitLongAnswer(' \n\t')).toEqual([]);
});
