import { expect, test } from 'vitest';
import { signInThrottle } from './sign-in-throttle.ts';

const room = { ip: 'room' };

test('a whole room that signs in rightly from one address is never held; guessing from there is', () => {
  const throttle = signInThrottle({ nowMs: () => 1_000 });
  for (let n = 0; n < 300; n += 1) {
    const attempt = throttle.attempt(`right ${n}`, room);
    expect(attempt).toMatchObject({ waitMs: 0, holdMs: 0 });
    attempt.succeeded();
  }
  for (let n = 0; n < 60; n += 1) throttle.attempt(`guess ${n}`, room);
  expect(throttle.attempt('guess', room).holdMs).toBeGreaterThan(0);
  // A guesser's own account does not wash it off.
  throttle.attempt('own', room).succeeded();
  expect(throttle.attempt('guess on', room).holdMs).toBeGreaterThan(0);
});

test('guesses from elsewhere never refuse the owner, and hold them by 3 s at most, however long they go on', () => {
  const time = { nowMs: 0 };
  const throttle = signInThrottle({ nowMs: () => time.nowMs });
  let looked = 0;
  for (let second = 0; second < 3600; second += 1) {
    time.nowMs += 1000;
    if (throttle.attempt('owner', { ip: 'guesser' }).waitMs === 0) looked += 1;
    if (second % 60 !== 0) continue;
    const owner = throttle.attempt('owner', { ip: 'home' });
    expect(owner.waitMs).toBe(0);
    expect(owner.holdMs).toBeLessThanOrEqual(3000);
    owner.succeeded();
  }
  expect(looked).toBeLessThan(130);
});

test('behind the guesser’s own address a device that signed the account in before goes through at once', () => {
  const throttle = signInThrottle({ nowMs: () => 1_000 });
  for (let n = 0; n < 100; n += 1) throttle.attempt('owner', room);
  expect(throttle.attempt('owner', room).waitMs).toBeGreaterThan(0);
  expect(throttle.attempt('owner', { ...room, device: 'own' })).toMatchObject({ waitMs: 0, holdMs: 0 });
  // It is no way to guess on.
  for (let n = 0; n < 4; n += 1) throttle.attempt('owner', { ...room, device: 'own' });
  expect(throttle.attempt('owner', { ...room, device: 'own' }).waitMs).toBeGreaterThan(0);
});

test('an attempt that was never looked at is given back alone', () => {
  const throttle = signInThrottle({ nowMs: () => 1_000 });
  for (let n = 0; n < 4; n += 1) throttle.attempt('owner', room);
  const fifth = throttle.attempt('owner', room);
  expect(throttle.attempt('owner', room).waitMs).toBeGreaterThan(0);
  fifth.giveBack();
  fifth.giveBack();
  expect(throttle.attempt('owner', room).waitMs).toBe(0);
  expect(throttle.attempt('owner', room).waitMs).toBeGreaterThan(0);
});

test('a flood of made-up names never pushes out the tally of one that is asked for meanwhile', () => {
  const throttle = signInThrottle({ nowMs: () => 1_000 });
  for (let n = 0; n < 5; n += 1) throttle.attempt('owner', room);
  for (let n = 0; n < 51_000; n += 1) {
    throttle.attempt(`made up ${n}`, room);
    if (n === 40_000) expect(throttle.attempt('owner', room).waitMs).toBeGreaterThan(0);
  }
  expect(throttle.attempt('owner', room).waitMs).toBeGreaterThan(0);
});
