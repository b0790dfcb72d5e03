import { expect, it } from 'vitest';
import { formatCount, formatFigure, formatMean, formatPercent, formatSeconds } from './format-number.ts';

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
