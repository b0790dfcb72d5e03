import { expect, it } from 'vitest';
import { type ReleaseFacts, findReleaseBlocker } from './score-release.ts';

const endMs = 1000;
const facts = (change: Partial<ReleaseFacts>): ReleaseFacts => ({
  endMs,
  extensionMs: 0,
  graceMs: 100,
  complete: false,
  began: false,
  tookSeat: false,
  absent: false,
  waived: false,
  ...change,
});

it('SY23: the release waits until the time of each examinee is over, even if staff waived or marked them', () => {
  for (const change of [{ complete: true }, { waived: true }, { absent: true }, { began: true }, {}])
    expect(findReleaseBlocker(facts(change), endMs - 1), JSON.stringify(change)).toBe('time');
  // During the grace period (`graceMs`), a hand-in by time-out may still be in transit.
  expect(findReleaseBlocker(facts({ began: true, waived: true }), endMs + 99)).toBe('time');
  expect(findReleaseBlocker(facts({ complete: true }), endMs)).toBeNull();
});

it('SY23: the release waits for everything that may still arrive, until staff waive it', () => {
  const over = endMs + 100;
  const began = { began: true, tookSeat: true };
  expect(findReleaseBlocker(facts(began), over)).toBe('delivery');
  expect(findReleaseBlocker(facts({ ...began, absent: true }), over)).toBe('delivery');
  expect(findReleaseBlocker(facts({ ...began, waived: true }), over)).toBeNull();
  expect(findReleaseBlocker(facts({ tookSeat: true }), over)).toBe('nothingCame');
  expect(findReleaseBlocker(facts({ tookSeat: true, absent: true }), over)).toBeNull();
  expect(findReleaseBlocker(facts({ tookSeat: true, waived: true }), over)).toBeNull();
  // An examinee who never requested the seat has no PC whose answers could arrive.
  expect(findReleaseBlocker(facts({}), endMs)).toBeNull();
});

it('an extension delays the release, except that of an examinee who handed in', () => {
  const extended = { extensionMs: 500, tookSeat: true, began: true };
  expect(findReleaseBlocker(facts({ ...extended, complete: true }), endMs)).toBeNull();
  expect(findReleaseBlocker(facts({ ...extended, complete: true }), endMs - 1)).toBe('time');
  expect(findReleaseBlocker(facts(extended), endMs + 499)).toBe('time');
  // An examinee who has not entered yet may still come, because the extension applies to them too.
  expect(findReleaseBlocker(facts({ extensionMs: 500 }), endMs + 499)).toBe('time');
});
