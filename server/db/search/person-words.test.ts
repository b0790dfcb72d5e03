import { expect, it } from 'vitest';
import { buildPersonSearch, buildPersonWords } from './person-words.ts';

const of = (name: string, login = 's1') => new Set(buildPersonWords(3, 7, 1, name, login, null).split(' '));

it('holds characters and pairs of each name, never across two of them or across a sign', () => {
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
])('%s asks for its words', (keyword, words, exact) => {
  const match = { all: [...words, '§type§7'].map((word) => `3§${word}`), any: [], none: [] };
  expect(buildPersonSearch(keyword, { schoolId: 3, types: [7] })).toEqual({ match, exact });
});

it('a search for a space alone asks for nothing', () => {
  expect(buildPersonSearch(' ', { types: [7] })).toBeUndefined();
});

it('several types are one of these, or none of the others, or values of a column', () => {
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
])('the status %i of nearly all users is a value of a column, a rare one a word', (status, all, facets) => {
  expect(buildPersonSearch('王', { schoolId: 3, types: [7], status })?.match).toEqual({
    all,
    any: [],
    none: [],
    ...(facets && { facets }),
  });
});
