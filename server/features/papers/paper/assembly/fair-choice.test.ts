import { describe, expect, it } from 'vitest';
import { createSeededSource } from '../random-source.ts';
import { chooseUnits, shuffleAll } from './fair-choice.ts';

const none = (): boolean => false;
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Computes Pearson's chi-square statistic against equal shares. */
function chiSquare(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

describe('chooseUnits and shuffleAll', () => {
  it('choose every unit of a class equally often', () => {
    const counts = range(20).map(() => 0);
    for (let seed = 0; seed < 8000; seed += 1)
      for (const unit of chooseUnits([{ units: range(20) }], [5], none, createSeededSource(seed))?.[0] ?? [])
        counts[unit] = (counts[unit] ?? 0) + 1;
    // Chi-square with 19 degrees of freedom exceeds 43.8 by chance only once in a thousand.
    expect(chiSquare(counts)).toBeLessThan(43.8);
  });

  it('choose every pair equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 9000; seed += 1) {
      const pair =
        chooseUnits([{ units: range(6) }], [2], none, createSeededSource(seed))?.[0]
          ?.toSorted((a, b) => a - b)
          .join() ?? '';
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    expect(counts.size).toBe(15);
    // Chi-square with 14 degrees of freedom exceeds 36.1 by chance only once in a thousand.
    expect(chiSquare([...counts.values()])).toBeLessThan(36.1);
  });

  it('give every order equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 12_000; seed += 1) {
      const order = shuffleAll(range(4), createSeededSource(seed)).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // Chi-square with 23 degrees of freedom exceeds 49.7 by chance only once in a thousand.
    expect(chiSquare([...counts.values()])).toBeLessThan(49.7);
  });

  it('choose a unit of several classes once, and swap units where chance blocked a class', () => {
    const classes = [{ units: [1, 2, 3] }, { units: [1] }, { units: [1, 2] }];
    for (let seed = 0; seed < 200; seed += 1)
      expect(chooseUnits(classes, [1, 1, 1], () => true, createSeededSource(seed))).toEqual([[3], [1], [2]]);
  });

  it('return undefined if no choice is possible', () => {
    expect(chooseUnits([{ units: [1, 2] }, { units: [1, 2] }], [2, 1], () => true, createSeededSource(1))).toBeUndefined();
  });
});
