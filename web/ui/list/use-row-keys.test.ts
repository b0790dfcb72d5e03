import { describe, expect, it } from 'vitest';
import { getNextRow } from './use-row-keys.ts';

describe('getNextRow', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['Home', 3, 0],
    ['End', 1, 4],
  ])('with %s from row %i returns %i', (key, from, to) => {
    expect(getNextRow(key, from, 5)).toBe(to);
  });
  it('ignores other keys', () => {
    expect(getNextRow('a', 2, 5)).toBeUndefined();
  });
});
