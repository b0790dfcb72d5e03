import { expect, test } from 'vitest';
import { pointFilter } from './point-filter.ts';

test.each(['12.4.A', '12.4.A-B', '12.4.A-B-C-001'])('pointFilter writes %s as it was read', (text) => {
  const place = pointFilter.read(text);
  expect(place && pointFilter.write(place)).toBe(text);
});

test.each(['', 'A-B', '0.4.A', '12.6.A', '12.4.a', '12.4.A-1'])('pointFilter rejects “%s”', (text) => {
  expect(pointFilter.read(text)).toBeUndefined();
});
