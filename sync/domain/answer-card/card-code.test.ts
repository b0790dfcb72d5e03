import { expect, test } from 'vitest';
import { formatCardCode, parseCardCode } from './card-code.ts';

const code = { planId: 12, userId: 9_876_543, page: 2, pages: 3, layout: '0A1B2C3D' };

test('parseCardCode reads what formatCardCode wrote', () => {
  expect(parseCardCode(formatCardCode(code))).toEqual(code);
});

test.each([
  ['', 'nothing'],
  ['https://example.org/12', 'an address'],
  ['WKC1:12:34:4:3:0A1B2C3D', 'a page after the last'],
  ['WKC1:0:34:1:3:0A1B2C3D', 'no plan'],
  ['WKC1:12:34:1:3:0a1b2c3d', 'lower case'],
  ['WKC2:12:34:1:3:0A1B2C3D', 'another version'],
  ['WKC1:12:34:1:3:0A1B2C3D ', 'a space at the end'],
])('parseCardCode refuses %s: %s', (text) => {
  expect(parseCardCode(text)).toBeUndefined();
});
