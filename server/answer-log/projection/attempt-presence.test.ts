import { expect, it } from 'vitest';
import type { SeatReport } from '../../db/postgres/presence-exchange.ts';
import { AttemptPresence } from './attempt-presence.ts';

const seat = { attemptId: 'a', epoch: 0 };
const of = (presence: AttemptPresence, nowMs: number) => presence.getPresence('a', 0, nowMs);

it('a PC whose poll was just answered counts as connected until its next poll is due', () => {
  const presence = new AttemptPresence();
  presence.recordContact(seat, 1_000);
  expect(of(presence, 1_000)).toEqual({ heardMs: 1_000, connected: false, offlineReady: null });
  presence.recordPollStart(seat, 1_000);
  expect(of(presence, 26_000).connected).toBe(true);
  presence.recordPollEnd(seat, 26_000, true);
  expect([26_000, 30_999, 31_000].map((nowMs) => of(presence, nowMs).connected)).toEqual([true, true, false]);
  expect(of(presence, 31_000).heardMs).toBe(1_000);
});

it('a PC whose line was cut while its poll waited is not connected', () => {
  const presence = new AttemptPresence();
  presence.recordPollStart(seat, 1_000);
  presence.recordPollEnd(seat, 2_000, false);
  expect(of(presence, 2_000)).toEqual({ heardMs: 1_000, connected: false, offlineReady: null });
  expect(presence.getPresence('a', 1, 2_000)).toEqual({ heardMs: null, connected: false, offlineReady: null });
});

it('the newest report about the offline program is kept, and a push without a report does not clear it', () => {
  const presence = new AttemptPresence();
  presence.recordOfflineReady(seat, false);
  expect(of(presence, 1_000).offlineReady).toBeNull();
  presence.recordContact(seat, 1_000);
  presence.recordOfflineReady(seat, false);
  presence.recordContact(seat, 2_000);
  expect(of(presence, 2_000)).toEqual({ heardMs: 2_000, connected: false, offlineReady: false });
  presence.recordOfflineReady(seat, true);
  expect(of(presence, 2_000).offlineReady).toBe(true);
});

it('a server shows seats reported by another server, until that server’s report is out of date', async () => {
  const [near, far] = [new AttemptPresence(), new AttemptPresence()];
  let sent: readonly SeatReport[] = [];
  far.recordPollStart(seat, 1_000);
  far.recordOfflineReady(seat, true);
  await far.exchange(async (heard) => ((sent = heard), []), 5_000);
  await near.exchange(async () => sent, 5_000);
  expect(of(near, 5_000)).toEqual({ heardMs: 1_000, connected: true, offlineReady: true });
  expect(of(near, 35_000).connected).toBe(false);
  // The PC now polls this server, so the older report of the other server no longer counts.
  near.recordPollStart(seat, 26_000);
  near.recordPollEnd(seat, 26_500, false);
  expect(of(near, 26_500)).toEqual({ heardMs: 26_000, connected: false, offlineReady: null });
});

it('a server sends its reports again after a failed exchange, and only once after a successful one', async () => {
  const presence = new AttemptPresence();
  presence.recordContact(seat, 1_000);
  await expect(presence.exchange(() => Promise.reject(new Error('the database is away')), 2_000)).rejects.toThrow();
  const counts: number[] = [];
  const count = async (heard: readonly SeatReport[]) => (counts.push(heard.length), []);
  await presence.exchange(count, 3_000);
  await presence.exchange(count, 4_000);
  expect(counts).toEqual([1, 0]);
});
