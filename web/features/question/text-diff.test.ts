import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTexts } from './text-diff.ts';

test('a changed text is shown word by word', () => {
  expect(diffTexts('额定电压为 220 V 的灯', '额定电流为 380 V 的灯')).toEqual([
    { kind: 'same', text: '额定电' },
    { kind: 'gone', text: '压' },
    { kind: 'new', text: '流' },
    { kind: 'same', text: '为 ' },
    { kind: 'gone', text: '220' },
    { kind: 'new', text: '380' },
    { kind: 'same', text: ' V 的灯' },
  ]);
});

test('the parts give both texts back', () => {
  const words = fc.array(fc.constantFrom('电', '压', 'ab', ' ', '12', '。'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = diffTexts(before, after);
      const side = (without: 'gone' | 'new') =>
        parts
          .filter((part) => part.kind !== without)
          .map((part) => part.text)
          .join('');
      expect([side('new'), side('gone')]).toEqual([before, after]);
    }),
  );
});
