import { expect, it } from 'vitest';
import { findDifferences } from './end-state.ts';

it('equal end states have no differences', () => {
  expect(findDifferences(['a', 'b', 'b'], ['a', 'b', 'b'])).toEqual([]);
});

it('a line in only one end state is a difference', () => {
  expect(findDifferences(['a', 'b'], ['a', 'c'])).toEqual(['only over SQLite: b', 'only over PostgreSQL: c']);
});

it('another order and a repeated line are differences', () => {
  expect(findDifferences(['a', 'b'], ['b', 'a'])).toEqual(['in another order from line 0: a over SQLite, b over PostgreSQL']);
  expect(findDifferences(['a'], ['a', 'a'])).toEqual(['in another order from line 1: nothing over SQLite, a over PostgreSQL']);
});
