import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1024 * 1024, '1 MB'],
  [15.25 * 1024 ** 2, '15.3 MB'],
  [900 * 1024 ** 3, '900 GB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('formatBytes gives %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
