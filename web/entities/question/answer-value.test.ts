import { describe, expect, it } from 'vitest';
import { applyChoice, applyWriting } from './answer-value.ts';

describe('answer values', () => {
  it('applyChoice replaces a single choice, and keeps an option that is chosen again', () => {
    expect(applyChoice(1, ['A'], 'C')).toEqual(['C']);
    expect(applyChoice(1, ['C'], 'C')).toEqual(['C']);
    expect(applyChoice(3, [], 'T')).toEqual(['T']);
  });

  it('applyChoice toggles an option of a multiple choice, and sorts the chosen options', () => {
    expect(applyChoice(2, ['C'], 'A')).toEqual(['A', 'C']);
    expect(applyChoice(2, ['A', 'C'], 'A')).toEqual(['C']);
    expect(applyChoice(2, ['C'], 'C')).toEqual([]);
  });

  it('applyWriting keeps each blank in its place, and clears the answer with the last blank', () => {
    expect(applyWriting([], 3, 1, '5')).toEqual(['', '5', '']);
    expect(applyWriting(['1', '5', ''], 3, 2, '7')).toEqual(['1', '5', '7']);
    expect(applyWriting(['', '5', ''], 3, 1, '')).toEqual([]);
  });
});
