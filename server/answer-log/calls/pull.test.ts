import { expect, test } from 'vitest';
import { PollReplySpreader } from './pull.ts';

test('PollReplySpreader spreads the replies to simultaneous polls evenly, within their requested waits', () => {
  const spread = new PollReplySpreader();
  const ends = Array.from({ length: 5000 }, () => spread.next(25_000));
  expect(Math.max(...ends)).toBeLessThanOrEqual(25_000);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(13_750);
  const perTenth = new Map<number, number>();
  for (const end of ends) perTenth.set(Math.floor(end / 100), (perTenth.get(Math.floor(end / 100)) ?? 0) + 1);
  // The replies spread over 45 % of 25 s, about 112 tenths of a second, with some 45 replies in each.
  expect(Math.max(...perTenth.values())).toBeLessThan(50);
});

test('a poll that does not wait is answered at once', () => {
  expect(new PollReplySpreader().next(0)).toBe(0);
});
