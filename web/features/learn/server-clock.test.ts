import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const minute = 60_000;

function page() {
  const device = { wallMs: 1_000 * minute, monoMs: 0 };
  const clock = createServerClock({ wallMs: () => device.wallMs, monoMs: () => device.monoMs });
  const pass = (ms: number) => {
    device.wallMs += ms;
    device.monoMs += ms;
  };
  return { device, clock, pass };
}

it('a clock that is set back in mid-film does not go back, and goes on with the page', () => {
  const { device, clock, pass } = page();
  clock.observe(5_000 * minute, 0);
  pass(minute);
  device.wallMs -= 600 * minute;
  expect(clock.nowMs()).toBe(5_001 * minute);
  pass(minute);
  expect(clock.nowMs()).toBe(5_002 * minute);
});

it('a device that slept knows that time has gone', () => {
  const { device, clock } = page();
  clock.observe(5_000 * minute, 0);
  device.wallMs += 480 * minute;
  expect(clock.nowMs()).toBe(5_480 * minute);
});

it('an answer that came late moves no further than it can know', () => {
  const { clock, pass } = page();
  clock.observe(5_000 * minute, 100);
  pass(minute);
  clock.observe(5_001 * minute - 20_000, 30_000);
  expect(clock.nowMs()).toBeGreaterThanOrEqual(5_001 * minute);
  expect(clock.nowMs()).toBeLessThanOrEqual(5_001 * minute + 10_000);
});

it('begun without a network, it is as wrong as it was known to be, and not before the end of what was learned here', () => {
  const { device, clock } = page();
  clock.begin(4_000 * minute, device.wallMs - 10 * minute);
  expect(clock.nowMs()).toBe(4_010 * minute);
  clock.learnedUntil(4_012 * minute);
  expect(clock.nowMs()).toBe(4_012 * minute);
  // A record this far ahead means that a clock was changed; the server will place it.
  clock.learnedUntil(9_000 * minute);
  expect(clock.nowMs()).toBe(4_010 * minute);
});
