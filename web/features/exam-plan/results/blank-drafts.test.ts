import { expect, it } from 'vitest';
import { toBlankDrafts, toAnswerKey } from './blank-drafts.ts';

const key = {
  kind: 'blanks' as const,
  blanks: [
    { mode: 'text' as const, anyOf: ['380', '三百八十'], ignoreCase: true, ignoreWidth: false },
    { mode: 'number' as const, value: 50, tolerance: 0.5 },
  ],
};

it('the form of a fill-in key returns the key unchanged, with an added word, and with a replaced number', () => {
  const drafts = toBlankDrafts(key);
  expect(toAnswerKey(drafts)).toEqual(key);
  const [first, second] = drafts;
  if (!first || !second) throw new Error('two blanks');
  expect(
    toAnswerKey([
      { ...first, text: `${first.text}\n 380V \n\n380` },
      { ...second, text: '60', tolerance: '1' },
    ]),
  ).toEqual({
    kind: 'blanks',
    blanks: [
      { mode: 'text', anyOf: ['380', '三百八十', '380V'], ignoreCase: true, ignoreWidth: false },
      { mode: 'number', value: 60, tolerance: 1 },
    ],
  });
  for (const bad of [{ text: ' \n' }, { text: '' }]) expect(toAnswerKey([{ ...first, ...bad }, second])).toBeNull();
  for (const bad of [{ text: 'x' }, { text: '' }, { tolerance: '-1' }, { tolerance: 'x' }])
    expect(toAnswerKey([first, { ...second, ...bad }])).toBeNull();
});
