import { describe, expect, it } from 'vitest';
import { applyChoice, applyWriting } from './answer-value.ts';

describe('answers', () => {
  it('a single choice is replaced, and stays when chosen again', () => {
    expect(applyChoice(1, ['A'], 'C')).toEqual(['C']);
    expect(applyChoice(1, ['C'], 'C')).toEqual(['C']);
    expect(applyChoice(3, [], 'T')).toEqual(['T']);
  });

  it('several choices toggle, and the order of clicking does not show', () => {
    expect(applyChoice(2, ['C'], 'A')).toEqual(['A', 'C']);
    expect(applyChoice(2, ['A', 'C'], 'A')).toEqual(['C']);
    expect(applyChoice(2, ['C'], 'C')).toEqual([]);
  });

  it('a blank keeps its place, and clearing the last one clears the answer', () => {
    expect(applyWriting([], 3, 1, '5')).toEqual(['', '5', '']);
    expect(applyWriting(['1', '5', ''], 3, 2, '7')).toEqual(['1', '5', '7']);
    expect(applyWriting(['', '5', ''], 3, 1, '')).toEqual([]);
  });
});
