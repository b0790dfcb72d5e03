import { describe, expect, it } from 'vitest';
import { fromDayFilter, toDayFilter } from './list-state.ts';

describe('filter by a day', () => {
  it('begins at midnight in the school’s zone, and ends before the next midnight', () => {
    const from = Date.parse('2026-11-30T00:00+08:00');
    const until = Date.parse('2026-12-01T00:00+08:00');
    expect([fromDayFilter.read('2026-11-30'), toDayFilter.read('2026-11-30')]).toEqual([from, until]);
    expect([fromDayFilter.write(from), toDayFilter.write(until)]).toEqual(['2026-11-30', '2026-11-30']);
  });

  it('is not set by a text that is not a day', () => {
    for (const text of ['', '2026-02-30', '2026-13-01', '30', 'yesterday', '2026-11-30T08:00'])
      expect([fromDayFilter.read(text), toDayFilter.read(text)], text).toEqual([undefined, undefined]);
  });
});
