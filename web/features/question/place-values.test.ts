import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPairs, fromSteps, toPairs, toSteps } from './place-values.ts';

const texts = (least: number) => fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: least, maxLength: 8 });
const toOptions = (all: readonly string[]) => all.map((html, at) => ({ id: String.fromCharCode(65 + at), html }));

it('an ordering question keeps its option letters through the form', () => {
  fc.assert(
    fc.property(
      texts(2).chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(
            toOptions(all).map(({ id }) => id),
            { minLength: all.length },
          ),
        ),
      ),
      ([all, right]) => {
        const body = { options: toOptions(all), key: { kind: 'order' as const, right } };
        expect(fromSteps(toSteps(body))).toEqual(body);
      },
    ),
  );
});

it('a matching question keeps its option letters through the form, with unused and repeated options', () => {
  fc.assert(
    fc.property(fc.tuple(texts(2), texts(2), fc.infiniteStream(fc.nat())), ([leftTexts, optionTexts, picks]) => {
      const options = toOptions(optionTexts);
      const rightIds = leftTexts.map(() => options[(picks.next().value ?? 0) % options.length]?.id ?? 'A');
      const body = {
        options: [...leftTexts.map((html, at) => ({ id: String(at + 1), html })), ...options],
        key: { kind: 'match' as const, right: rightIds },
      };
      expect(fromPairs(toPairs(body))).toEqual(body);
    }),
  );
});

it('an added step gives letters in the right order, so that the server draws new letters', () => {
  const body = { options: toOptions(['验电', '停电']), key: { kind: 'order' as const, right: ['B', 'A'] } };
  expect(fromSteps([...toSteps(body), { html: '接地', letter: '' }])).toEqual({
    options: toOptions(['停电', '验电', '接地']),
    key: { kind: 'order', right: ['A', 'B', 'C'] },
  });
});

it('empty rows of pairs are ignored, and equal right sides become one option', () => {
  const row = (left: string, right: string) => ({ left, right, letter: '' });
  expect(fromPairs([row('电压', '伏'), row('', ''), row('电动势', '伏'), row('', '瓦')])).toEqual({
    options: [{ id: '1', html: '电压' }, { id: '2', html: '电动势' }, ...toOptions(['伏', '瓦'])],
    key: { kind: 'match', right: ['A', 'A'] },
  });
});
