import { expect, it } from 'vitest';
import { buildPersonSearch, buildPersonWords } from './person-words.ts';

const of = (name: string, login = 's1') => new Set(buildPersonWords(3, 7, 1, name, login, null).split(' '));

it('holds characters and pairs of each name, never across two of them or across a sign', () => {
  const words = of('阿卜杜·热依木', 'Abe');
  expect(['阿', '阿卜', '杜', '热依', 'ab', 'e', '§school3', '§type7', '§status1'].every((word) => words.has(word))).toBe(true);
  expect(['杜热', '木a', '·'].some((word) => words.has(word))).toBe(false);
});

it.each([
  ['王', ['王'], true],
  ['王伟', ['王伟'], true],
  ['王伟明', ['王伟', '伟明'], false],
  ['Li M', ['li', 'm'], false],
  ['杜·', ['杜'], false],
])('%s asks for its words', (keyword, words, exact) => {
  const match = { all: [...words, '§school3', '§type7'], any: [], none: [] };
  expect(buildPersonSearch(keyword, { schoolId: 3, types: [7] })).toEqual({ match, exact });
});

it('a search for signs alone asks for nothing', () => {
  expect(buildPersonSearch('%-', { types: [7] })).toBeUndefined();
});

it('several types are one of these, or none of the others', () => {
  const kind = buildPersonSearch('王', { types: [7, 8] })?.match.kind;
  expect(kind?.these).toEqual(['§type7', '§type8']);
  expect(kind?.others).toContain('§type1');
  expect(kind?.others).not.toContain('§type7');
});
