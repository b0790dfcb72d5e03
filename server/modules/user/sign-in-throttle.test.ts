import { expect, test } from 'vitest';
import { signInThrottle } from './sign-in-throttle.ts';

test('a whole room that signs in rightly from one address is never held; guessing from there is', () => {
  const throttle = signInThrottle({ nowMs: () => 1_000 });
  for (let n = 0; n < 300; n += 1) {
    expect(throttle.attempt(`right ${n}`, 'room')).toEqual({ waitMs: 0, holdMs: 0 });
    throttle.succeeded(`right ${n}`, 'room');
  }
  for (let n = 0; n < 60; n += 1) throttle.attempt(`guess ${n}`, 'room');
  expect(throttle.attempt('guess', 'room').holdMs).toBeGreaterThan(0);
  // A guesser's own account does not wash it off.
  throttle.succeeded('own', 'room');
  expect(throttle.attempt('guess on', 'room').holdMs).toBeGreaterThan(0);
});
