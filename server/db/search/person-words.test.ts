import { expect, it } from 'vitest';
import { buildPersonSearch, buildPersonWords } from './person-words.ts';

const of = (name: string, login = 's1') => new Set(buildPersonWords(3, 7, 1, name, login, null).split(' '));

it('buildPersonWords has the characters and pairs of each name, but none across names or punctuation', () => {
  const words = of('阿卜杜·热依木', 'Abe');
  expect(
    ['阿', '阿卜', '杜', '热依', 'ab', 'e', '§type§7', '§status§1', '§sign§·'].every((word) => words.has(word) && words.has(`3§${word}`)),
  ).toBe(true);
  expect(['杜热', '木a', '·'].some((word) => words.has(word))).toBe(false);
});

it.each([
  ['王', ['王'], true],
  ['王伟', ['王伟'], true],
  ['王伟明', ['王伟', '伟明'], false],
  ['Li M', ['li', 'm'], false],
  ['杜·', ['§sign§·', '杜'], false],
  ['-', ['§sign§§2d§'], true],
  ['%-', ['§sign§§25§', '§sign§§25§§2d§', '§sign§§2d§'], true],
])('buildPersonSearch splits %s into its search words', (keyword, words, exact) => {
  const match = { all: [...words, '§type§7'].map((word) => `3§${word}`), any: [], none: [] };
  expect(buildPersonSearch(keyword, { schoolId: 3, types: [7] })).toEqual({ match, exact });
});

it('buildPersonSearch returns nothing for a space', () => {
  expect(buildPersonSearch(' ', { types: [7] })).toBeUndefined();
});

it('buildPersonSearch offers several user types as included words, excluded words or column values', () => {
  const [facet] = buildPersonSearch('王', { types: [7, 8] })?.match.facets ?? [];
  const kind = facet?.query.kind;
  expect(facet).toMatchObject({ column: 'person_type', values: [7, 8] });
  expect(kind?.these).toEqual(['§type§7', '§type§8']);
  expect(kind?.others).toContain('§type§1');
  expect(kind?.others).not.toContain('§type§7');
});

it.each([
  [1, ['3§王', '3§§type§7'], [{ column: 'person_status', values: [1], query: { all: ['3§§status§1'] } }]],
  [0, ['3§王', '3§§status§0', '3§§type§7'], undefined],
])('buildPersonSearch tests the frequent status %i in its column, and a rare one by a search word', (status, all, facets) => {
  expect(buildPersonSearch('王', { schoolId: 3, types: [7], status })?.match).toEqual({
    all,
    any: [],
    none: [],
    ...(facets && { facets }),
  });
});
