import { expect, it } from 'vitest';
import { type AttemptFacts, releaseWaitOf } from './score-release.ts';

const deadlineMs = 1000;
const facts = (change: Partial<AttemptFacts>): AttemptFacts => ({
  deadlineMs,
  graceMs: 100,
  complete: false,
  began: false,
  tookSeat: false,
  absent: false,
  waived: false,
  ...change,
});

it('SY23: waits until the time of each is over, whatever staff waive or have marked', () => {
  for (const change of [{ complete: true }, { waived: true }, { absent: true }, { began: true }, {}])
    expect(releaseWaitOf(facts(change), deadlineMs - 1), JSON.stringify(change)).toBe('time');
  // What was handed in by time-out may still be on its way.
  expect(releaseWaitOf(facts({ began: true, waived: true }), deadlineMs + 99)).toBe('time');
  expect(releaseWaitOf(facts({ complete: true }), deadlineMs)).toBeNull();
});

it('SY23: waits for everything that may still arrive, until somebody waives it', () => {
  const over = deadlineMs + 100;
  const began = { began: true, tookSeat: true };
  expect(releaseWaitOf(facts(began), over)).toBe('delivery');
  expect(releaseWaitOf(facts({ ...began, absent: true }), over)).toBe('delivery');
  expect(releaseWaitOf(facts({ ...began, waived: true }), over)).toBeNull();
  expect(releaseWaitOf(facts({ tookSeat: true }), over)).toBe('nothingCame');
  expect(releaseWaitOf(facts({ tookSeat: true, absent: true }), over)).toBeNull();
  expect(releaseWaitOf(facts({ tookSeat: true, waived: true }), over)).toBeNull();
  // Who never asked for the seat has nothing that could arrive.
  expect(releaseWaitOf(facts({}), deadlineMs)).toBeNull();
});
