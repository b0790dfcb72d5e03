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

it('the estimated time does not go back when the device’s clock is set back', () => {
  const { device, clock, pass } = page();
  clock.observe(5_000 * minute, 0);
  pass(minute);
  device.wallMs -= 600 * minute;
  expect(clock.nowMs()).toBe(5_001 * minute);
  pass(minute);
  expect(clock.nowMs()).toBe(5_002 * minute);
});

it('the estimated time includes the time that the device slept', () => {
  const { device, clock } = page();
  clock.observe(5_000 * minute, 0);
  device.wallMs += 480 * minute;
  expect(clock.nowMs()).toBe(5_480 * minute);
});

it('a late answer moves the estimated time no further than its delay allows', () => {
  const { clock, pass } = page();
  clock.observe(5_000 * minute, 100);
  pass(minute);
  clock.observe(5_001 * minute - 20_000, 30_000);
  expect(clock.nowMs()).toBeGreaterThanOrEqual(5_001 * minute);
  expect(clock.nowMs()).toBeLessThanOrEqual(5_001 * minute + 10_000);
});

it('without a network the estimated time starts from the stored one, but not before the last record', () => {
  const { device, clock } = page();
  clock.begin(4_000 * minute, device.wallMs - 10 * minute);
  expect(clock.nowMs()).toBe(4_010 * minute);
  clock.learnedUntil(4_012 * minute);
  expect(clock.nowMs()).toBe(4_012 * minute);
  // A record that ends so far in the future means that a clock was changed. The clock does not follow it; the server finds a place for the record.
  clock.learnedUntil(9_000 * minute);
  expect(clock.nowMs()).toBe(4_010 * minute);
});
