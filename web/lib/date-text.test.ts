import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  getCalendarKeyTarget,
  listMonthWeeks,
  parseDate,
  parseDateTime,
  parseTime,
  formatInputDateTime,
  getWeekday,
} from './date-text.ts';

describe('parseDate', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2026/1/5', '2026-01-05'],
    ['2026.1.5', '2026-01-05'],
    ['20261121', '2026-11-21'],
    ['2026年11月21日', '2026-11-21'],
    ['2026 年 1 月 5 日', '2026-01-05'],
    ['２０２６－１１－２１', '2026-11-21'],
    [' 11-21 ', '2027-11-21'],
    ['11月21日', '2027-11-21'],
    ['2028-02-29', '2028-02-29'],
  ])('reads %s', (text, date) => {
    expect(parseDate(text, 2027)).toBe(date);
  });

  test.each(['', '2026-13-01', '2026-02-29', '2026-11-31', '21', 'tomorrow', '2026-11', '2026-11-21 09:00', '0-0'])(
    'rejects “%s”',
    (text) => {
      expect(parseDate(text, 2027)).toBeNull();
    },
  );
});

describe('typed times', () => {
  test.each([
    ['9:05', '09:05'],
    ['09：05', '09:05'],
    ['0905', '09:05'],
    ['9', '09:00'],
    ['9点', '09:00'],
    ['9点05分', '09:05'],
    ['23:59', '23:59'],
  ])('parseTime reads %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  test.each(['', '24:00', '9:60', '9:05:01', 'noon', '2460'])('parseTime rejects “%s”', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  test.each([
    ['2026-11-21 09:05', '2026-11-21T09:05'],
    ['2026-11-21T09:05', '2026-11-21T09:05'],
    ['2026/1/5 0905', '2026-01-05T09:05'],
    ['2026年1月5日9点05分', '2026-01-05T09:05'],
    ['2026年1月5日 9:05', '2026-01-05T09:05'],
    ['1-5', '2027-01-05T08:30'],
  ])('parseDateTime reads %s', (text, value) => {
    expect(parseDateTime(text, 2027, '08:30')).toBe(value);
    expect(parseDateTime(formatInputDateTime(value), 2027, '08:30')).toBe(value);
  });

  test.each(['', '09:05', '2026-11-21 25:00', '2026-02-30 09:00'])('parseDateTime rejects “%s”', (text) => {
    expect(parseDateTime(text, 2027, '08:30')).toBeNull();
  });
});

describe('calendar', () => {
  test('listMonthWeeks gives six weeks that begin on Monday', () => {
    const weeks = listMonthWeeks('2026-11-21');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.flat().every((date, at) => getWeekday(date) === at % 7)).toBe(true);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('addMonths: %s plus %i months', (date, months, after) => {
    expect(addMonths(date, months)).toBe(after);
  });

  test('addDays crosses a clock change and the end of a year', () => {
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });

  test.each([
    ['ArrowLeft', false, '2026-11-20'],
    ['ArrowRight', false, '2026-11-22'],
    ['ArrowUp', false, '2026-11-14'],
    ['ArrowDown', false, '2026-11-28'],
    ['Home', false, '2026-11-16'],
    ['End', false, '2026-11-22'],
    ['PageUp', false, '2026-10-21'],
    ['PageDown', true, '2027-11-21'],
    ['a', false, null],
  ])('getCalendarKeyTarget: key %s (shift: %s)', (key, shift, after) => {
    expect(getCalendarKeyTarget(key, shift, '2026-11-21')).toBe(after);
  });
});
