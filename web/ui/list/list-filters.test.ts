import { describe, expect, it } from 'vitest';
import { fromDayFilter, toDayFilter } from './list-state.ts';

describe('a day as a filter', () => {
  it('begins with its midnight at the school, and ends before the next one', () => {
    const from = Date.parse('2026-11-30T00:00+08:00');
    const until = Date.parse('2026-12-01T00:00+08:00');
    expect([fromDayFilter.read('2026-11-30'), toDayFilter.read('2026-11-30')]).toEqual([from, until]);
    expect([fromDayFilter.write(from), toDayFilter.write(until)]).toEqual(['2026-11-30', '2026-11-30']);
  });

  it('is not set where no day is written', () => {
    for (const text of ['', '2026-02-30', '2026-13-01', '30', 'yesterday', '2026-11-30T08:00'])
      expect([fromDayFilter.read(text), toDayFilter.read(text)], text).toEqual([undefined, undefined]);
  });
});
