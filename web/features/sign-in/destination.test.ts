import { expect, test } from 'vitest';
import { getDestination } from './destination.ts';

test('getDestination returns the requested page', () => {
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
])('getDestination returns the home page instead of %s', (redirect) => {
  expect(getDestination(redirect, 8)).toBe('/student/home/index');
});
