import { expect, test } from 'vitest';
import { isSame } from './draft.ts';

test('the order of fields is nothing typed, nor is a field that is undefined', () => {
  expect(isSame({ a: 1, b: { c: '', d: [1, 2] } }, { b: { d: [1, 2], c: '' }, a: 1, e: undefined })).toBe(true);
});

test.each([
  [{ a: '' }, { a: ' ' }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: null }, {}],
])('%j and %j differ', (one, other) => {
  expect(isSame(one, other)).toBe(false);
});
