import { expect, test } from 'vitest';
import { getDestination } from './destination.ts';

test('goes back to the page that was asked for', () => {
  expect(getDestination('/teacher/exam/questions?type=1', 6)).toBe('/teacher/exam/questions?type=1');
});

test.each([
  null,
  'https://example.org/',
  '//example.org/x',
  '/\\example.org',
  '/\t/example.org',
  '/login/demo',
  '/login?redirect=/x',
  '/o/login/demo',
])('never leaves for %s', (redirect) => {
  expect(getDestination(redirect, 8)).toBe('/student/home/index');
});
