import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitByNewText, diffTexts } from './text-difference.ts';

const newIn = (before: string, text: string) =>
  splitByNewText(before, text)
    .filter(({ isNew }) => isNew)
    .map((stretch) => stretch.text);

it('splitByNewText marks added text as new, and no unchanged text', () => {
  expect(newIn('检查触头是否熔焊', '先断电、验电；检查触头是否熔焊')).toEqual(['先断电、验电；']);
  expect(newIn('用万用表测动断触点', '用万用表电阻挡测动断触点和线圈')).toEqual(['电阻挡', '和线圈']);
  // A single letter that happens to be in both texts does not count as unchanged.
  expect(newIn('先验电再接地', '断电并验明无电后挂接地线')).toEqual(['断电并验明无电后挂', '线']);
  expect(newIn('一样', '一样')).toEqual([]);
  expect(newIn('', '全是新的')).toEqual(['全是新的']);
  expect(splitByNewText('写过', '')).toEqual([]);
  // A character outside the BMP consists of two code units, which must not be split.
  expect(newIn('甲𠀀乙', '甲𠀁乙')).toEqual(['𠀁']);
});

it('splitByNewText returns parts that join to the text, with the unchanged parts in their old order', () => {
  const words = fc.string({ unit: fc.constantFrom('电', '压', 'a', '\n', '𠀀'), maxLength: 40 });
  fc.assert(
    fc.property(words, words, (before, text) => {
      const stretches = splitByNewText(before, text);
      expect(stretches.map((each) => each.text).join('')).toBe(text);
      const commonLetters = [
        ...stretches
          .filter(({ isNew }) => !isNew)
          .map((each) => each.text)
          .join(''),
      ];
      let at = 0;
      for (const letter of before) if (letter === commonLetters[at]) at += 1;
      expect(at).toBe(commonLetters.length);
    }),
  );
});

it('splitByNewText compares a very long answer by its start and end', () => {
  const middle = Array.from({ length: 4_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const other = [...middle].toReversed().join('');
  expect(newIn(`头${middle}尾`, `头${other}尾`)).toEqual([other]);
});

it('diffTexts compares texts word by word', () => {
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

it('diffTexts returns parts from which both texts can be rebuilt', () => {
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
