import { expect, test } from 'vitest';
import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import { PushRateLimiter } from './push-rate-limiter.ts';

const batch = (count: number, type: string, chars: number): WireOp[] =>
  Array.from({ length: count }, (): WireOp => [1, type, 0, 0, 0, 'A'.repeat(chars)]);

test('PushRateLimiter admits one answer per second for six hours, pushed all at once', () => {
  const allowance = new PushRateLimiter();
  for (let sent = 0; sent < 6 * 3600; sent += 100) {
    expect(allowance.isUsedUp('a', 0)).toBe(false);
    allowance.spend('a', batch(100, 'answer.set@1', 250), 0);
  }
});

test('PushRateLimiter delays only the attempt that floods, and admits it again after two minutes', () => {
  const allowance = new PushRateLimiter();
  for (let sent = 0; sent < 20 && !allowance.isUsedUp('a', 0); sent += 1) allowance.spend('a', batch(100, 'answer.set@1', 5_000), 0);
  expect(allowance.isUsedUp('a', 0)).toBe(true);
  expect(allowance.isUsedUp('b', 0)).toBe(false);
  // Setting the clock back does not restore a used-up limit.
  expect(allowance.isUsedUp('a', -3_600_000)).toBe(true);
  expect(allowance.isUsedUp('a', 120_000)).toBe(false);
});

test('PushRateLimiter charges a hand-in far more than an answer of the same size', () => {
  const allowance = new PushRateLimiter();
  for (let n = 0; n < 10; n += 1) allowance.spend('a', batch(1, 'attempt.handIn@2', 400), 0);
  expect(allowance.isUsedUp('a', 0)).toBe(false);
  for (let n = 0; n < 60; n += 1) allowance.spend('a', batch(1, 'attempt.handIn@1', 400), 0);
  expect(allowance.isUsedUp('a', 0)).toBe(true);
});
