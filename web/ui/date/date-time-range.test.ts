import { expect, test } from 'vitest';
import { moveSpanStart } from './date-time-range.tsx';

const span = { start: '2026-11-21T09:00', end: '2026-11-21T10:30' };

test('a start before the end leaves the end', () => {
  expect(moveSpanStart(span, '2026-11-21T10:00')).toEqual({ start: '2026-11-21T10:00', end: '2026-11-21T10:30' });
});
test('a start past the end takes it along', () => {
  expect(moveSpanStart(span, '2026-11-30T14:00')).toEqual({ start: '2026-11-30T14:00', end: '2026-11-30T15:30' });
});
test('an unreadable date changes nothing', () => {
  expect(moveSpanStart(span, 'soon')).toEqual({ start: 'soon', end: span.end });
  expect(moveSpanStart({ start: '', end: '' }, '2026-11-21T10:00')).toEqual({ start: '2026-11-21T10:00', end: '' });
});
