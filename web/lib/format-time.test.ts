import { expect, test } from 'vitest';
import { formatDateTime, fromLocalInput, toLocalInput } from './format-time.ts';

test('what a date-time field gives comes back as the same minute', () => {
  const ms = new Date(2026, 0, 5, 9, 7).getTime();
  expect(formatDateTime(ms)).toBe('2026-01-05 09:07');
  expect(fromLocalInput(toLocalInput(ms))).toBe(ms);
});

test('an empty or broken date is no date', () => {
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-13-40T99:00')).toBeNull();
});
