import { describe, expect, it } from 'vitest';
import { afterChoosing, afterWriting } from './choice.ts';

describe('answers', () => {
  it('a single choice is replaced, and stays when chosen again', () => {
    expect(afterChoosing(1, ['A'], 'C')).toEqual(['C']);
    expect(afterChoosing(1, ['C'], 'C')).toEqual(['C']);
    expect(afterChoosing(3, [], 'T')).toEqual(['T']);
  });

  it('several choices toggle, and the order of clicking does not show', () => {
    expect(afterChoosing(2, ['C'], 'A')).toEqual(['A', 'C']);
    expect(afterChoosing(2, ['A', 'C'], 'A')).toEqual(['C']);
    expect(afterChoosing(2, ['C'], 'C')).toEqual([]);
  });

  it('a blank keeps its place, and clearing the last one clears the answer', () => {
    expect(afterWriting([], 3, 1, '5')).toEqual(['', '5', '']);
    expect(afterWriting(['1', '5', ''], 3, 2, '7')).toEqual(['1', '5', '7']);
    expect(afterWriting(['', '5', ''], 3, 1, '')).toEqual([]);
  });
});
