import { expect, it } from 'vitest';
import { formatCount, formatFigure, formatMean, formatPercent, formatSeconds, formatBytes } from './format-number.ts';

it('percentages, figures, means and counts have one format each', () => {
  expect([formatPercent(0.834), formatPercent(0.8349, 1), formatPercent(0.8, 1), formatPercent(1)]).toEqual([
    '83%',
    '83.5%',
    '80%',
    '100%',
  ]);
  expect([formatFigure(0.5), formatFigure(1 / 3)]).toEqual(['0.50', '0.33']);
  expect([formatMean(72), formatMean(72.35), formatSeconds(340)]).toEqual(['72.0', '72.3', '0.3']);
  expect([formatCount(0), formatCount(999), formatCount(1000), formatCount(1_234_567)]).toEqual(['0', '999', '1,000', '1,234,567']);
});

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
