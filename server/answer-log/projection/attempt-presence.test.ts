import { expect, it } from 'vitest';
import { AttemptPresence } from './attempt-presence.ts';

const seat = { attemptId: 'a', epoch: 0 };
const of = (presence: AttemptPresence, nowMs: number) => presence.of('a', 0, nowMs);

it('25.39: a PC whose poll was just answered counts as connected until its next poll is due', () => {
  const presence = new AttemptPresence();
  presence.heard(seat, 1_000);
  expect(of(presence, 1_000)).toEqual({ heardMs: 1_000, connected: false, offlineReady: null });
  presence.pollBegan(seat, 1_000);
  expect(of(presence, 26_000).connected).toBe(true);
  presence.pollEnded(seat, 26_000, true);
  expect([26_000, 30_999, 31_000].map((nowMs) => of(presence, nowMs).connected)).toEqual([true, true, false]);
  expect(of(presence, 31_000).heardMs).toBe(1_000);
});

it('25.32: a PC whose line was cut while its poll waited is not connected', () => {
  const presence = new AttemptPresence();
  presence.pollBegan(seat, 1_000);
  presence.pollEnded(seat, 2_000, false);
  expect(of(presence, 2_000)).toEqual({ heardMs: 1_000, connected: false, offlineReady: null });
  expect(presence.of('a', 1, 2_000)).toEqual({ heardMs: null, connected: false, offlineReady: null });
});

it('30.3: the newest report of a PC about its offline program stands, and a push without one leaves it', () => {
  const presence = new AttemptPresence();
  presence.reported(seat, false);
  expect(of(presence, 1_000).offlineReady).toBeNull();
  presence.heard(seat, 1_000);
  presence.reported(seat, false);
  presence.heard(seat, 2_000);
  expect(of(presence, 2_000)).toEqual({ heardMs: 2_000, connected: false, offlineReady: false });
  presence.reported(seat, true);
  expect(of(presence, 2_000).offlineReady).toBe(true);
});
