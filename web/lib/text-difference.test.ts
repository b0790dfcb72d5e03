import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffText } from './text-difference.ts';

const newIn = (before: string, text: string) =>
  diffText(before, text)
    .filter(({ isNew }) => isNew)
    .map((stretch) => stretch.text);

it('names what was added, and nothing that stood there', () => {
  expect(newIn('检查触头是否熔焊', '先断电、验电；检查触头是否熔焊')).toEqual(['先断电、验电；']);
  expect(newIn('用万用表测动断触点', '用万用表电阻挡测动断触点和线圈')).toEqual(['电阻挡', '和线圈']);
  // One letter that happens to be in both is nothing that stayed.
  expect(newIn('先验电再接地', '断电并验明无电后挂接地线')).toEqual(['断电并验明无电后挂', '线']);
  expect(newIn('一样', '一样')).toEqual([]);
  expect(newIn('', '全是新的')).toEqual(['全是新的']);
  expect(diffText('写过', '')).toEqual([]);
  // Halves of one letter are never told apart.
  expect(newIn('甲𠀀乙', '甲𠀁乙')).toEqual(['𠀁']);
});

it('the parts join to the whole text, and the unchanged ones stand in the other text in the same order', () => {
  const words = fc.string({ unit: fc.constantFrom('电', '压', 'a', '\n', '𠀀'), maxLength: 40 });
  fc.assert(
    fc.property(words, words, (before, text) => {
      const stretches = diffText(before, text);
      expect(stretches.map((each) => each.text).join('')).toBe(text);
      const kept = [
        ...stretches
          .filter(({ isNew }) => !isNew)
          .map((each) => each.text)
          .join(''),
      ];
      let at = 0;
      for (const letter of before) if (letter === kept[at]) at += 1;
      expect(at).toBe(kept.length);
    }),
  );
});

it('a very long answer is compared by its ends', () => {
  const middle = Array.from({ length: 4_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const other = [...middle].toReversed().join('');
  expect(newIn(`头${middle}尾`, `头${other}尾`)).toEqual([other]);
});
