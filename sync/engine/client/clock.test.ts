import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanceClock,
  startClock,
  type ClockReading,
  confirmClock,
  createFirstCheckpoint,
  readCheckpoint,
  computeRemainingMs,
  computeServerOrigin,
  maxUnconfirmedMs,
  createOfflineCheckpoint,
} from './clock.ts';
import type { ClockCheckpoint } from '../ports.ts';

const minute = 60_000;
const at = (wallMs: number, monoMs: number, documentId = 'd1'): ClockReading => ({ wallMs, monoMs, documentId });
const firstCheckpoint = createFirstCheckpoint(at(1_000_000, 0), 0);

const exam = { lengthMs: 90 * minute };
/** `alone`: the server was asked and did not answer. `asking`: it can still be asked. */
const alone = { ...exam, isServerUnreachable: true };
const asking = { ...exam, isServerUnreachable: false };

describe('SY21: the elapsed time of an exam', () => {
  test('follows the monotonic clock within a document, even if the wall clock is slewed or set back', () => {
    for (const by of [alone, asking]) {
      expect(advanceClock(firstCheckpoint, at(1_000_000 + 10_400, 10_000), by)).toMatchObject({
        elapsedMs: 10_000,
        sureMs: 10_000,
        flagged: false,
      });
      expect(advanceClock(firstCheckpoint, at(1_000_000 - 5 * minute, 10_000), by)).toMatchObject({ elapsedMs: 10_000, flagged: false });
    }
  });
  test('shows a forward jump of the wall clock only without the server, by at most two minutes, as unsure', () => {
    const slept = advanceClock(firstCheckpoint, at(1_000_000 + 90_000, 1_000), asking);
    expect(slept).toMatchObject({ elapsedMs: 1_000, sureMs: 1_000, claimedMs: 89_000, flagged: true });
    expect(advanceClock(slept, at(1_000_000 + 90_000, 1_000), alone)).toMatchObject({ elapsedMs: 90_000, sureMs: 1_000 });
    const set = advanceClock(slept, at(1_000_000 + 86_400_000, 2_000), alone);
    expect(set).toMatchObject({ elapsedMs: 2_000 + maxUnconfirmedMs, sureMs: 2_000, claimedMs: maxUnconfirmedMs, flagged: true });
    expect(advanceClock(set, at(1_000_000 + 2 * 86_400_000, 3_000), alone).elapsedMs).toBe(set.elapsedMs + 1_000);
    expect(confirmClock(set, at(0, 3_000), 20 * minute)).toMatchObject({ elapsedMs: 20 * minute, claimedMs: 0, flagged: false });
  });
  test('continues from the checkpoint in a new document, and counts the time between as unsure', () => {
    expect(advanceClock(firstCheckpoint, at(1_000_000 + minute, 5, 'd2'), asking)).toMatchObject({
      elapsedMs: 0,
      sureMs: 0,
      flagged: true,
    });
    expect(advanceClock(firstCheckpoint, at(1_000_000 + minute, 5, 'd2'), alone)).toMatchObject({
      elapsedMs: minute,
      sureMs: 0,
      flagged: true,
    });
    expect(advanceClock(firstCheckpoint, at(1_000_000 + 30 * minute, 5, 'd2'), alone)).toMatchObject({
      elapsedMs: 2 * minute,
      sureMs: 0,
      flagged: true,
    });
    expect(advanceClock(firstCheckpoint, at(1_000_000 - minute, 5, 'd2'), alone)).toMatchObject({ elapsedMs: 0, flagged: true });
    expect(advanceClock(firstCheckpoint, at(1_000_000 + 900, 5, 'd2'), alone)).toMatchObject({ elapsedMs: 900, sureMs: 0, flagged: false });
  });
  test('shows no unsure time within the last two minutes, but waits until that time has passed', () => {
    const near = confirmClock(firstCheckpoint, at(0, 0), 87 * minute);
    const slept = advanceClock(near, at(10 * minute, 1_000), alone);
    expect(slept).toMatchObject({ elapsedMs: 88 * minute, sureMs: 87 * minute + 1_000 });
    expect(advanceClock(slept, at(10 * minute + 30_000, 31_000), alone).elapsedMs).toBe(88 * minute);
    expect(advanceClock(slept, at(13 * minute, 3 * minute + 1_000), alone)).toMatchObject({ elapsedMs: 90 * minute + 1_000 });
    const last = confirmClock(firstCheckpoint, at(0, 0), 90 * minute - 95_000);
    expect(advanceClock(last, at(120 * minute, 1_000), alone).elapsedMs).toBe(90 * minute - 94_000);
  });
  const early = createFirstCheckpoint(at(0, 0), -60 * minute);
  test('counts up to the start by the wall clock at most, and stays there until the paper is opened', () => {
    expect(advanceClock(early, at(40 * minute, 5, 'd2'), asking).elapsedMs).toBe(-60 * minute);
    expect(advanceClock(early, at(40 * minute, 5, 'd2'), alone)).toMatchObject({ elapsedMs: -20 * minute, sureMs: -60 * minute });
    const ahead = advanceClock(early, at(90 * minute, 5, 'd2'), alone);
    expect(ahead).toMatchObject({ elapsedMs: 0, flagged: true });
    const waiting = advanceClock(ahead, at(120 * minute, 30 * minute + 5, 'd2'), alone);
    expect(waiting.elapsedMs).toBe(0);
    const opened = startClock(waiting);
    expect(opened).toMatchObject({ elapsedMs: 0, sureMs: 0, waitedMs: 0 });
    expect(advanceClock(opened, at(121 * minute, 31 * minute + 5, 'd2'), alone).elapsedMs).toBe(minute);
    expect(startClock(advanceClock(opened, at(121 * minute, 31 * minute + 5, 'd2'), alone)).elapsedMs).toBe(minute);
  });
  test('runs on past the start if the time before it was sure, whether or not the paper was opened', () => {
    const restarted = advanceClock(early, at(minute, 5, 'd2'), alone);
    expect(restarted.elapsedMs).toBe(-59 * minute);
    expect(advanceClock(restarted, at(70 * minute, 69 * minute + 5, 'd2'), alone).elapsedMs).toBe(9 * minute);
    const slept = advanceClock(early, at(30 * minute, 5, 'd2'), alone);
    // Before the start, the half hour that only the wall clock claims does not count; the 65 minutes measured after the restart do.
    expect(advanceClock(slept, at(95 * minute, 65 * minute + 5, 'd2'), alone).elapsedMs).toBe(5 * minute);
    expect(startClock(advanceClock(slept, at(95 * minute, 65 * minute + 5, 'd2'), alone)).elapsedMs).toBe(5 * minute);
  });
  test('is corrected by the server before the start, also backwards', () => {
    const ahead = advanceClock(early, at(90 * minute, 5, 'd2'), alone);
    expect(confirmClock(ahead, at(90 * minute, 5, 'd2'), -50 * minute)).toMatchObject({
      elapsedMs: -50 * minute,
      waitedMs: 0,
      flagged: false,
    });
  });
  test('on a PC that never reached the server stays at zero until the paper is opened', () => {
    const unheard = createOfflineCheckpoint(at(10 * minute, 0), 15 * minute);
    expect(unheard.elapsedMs).toBe(-5 * minute);
    const waiting = advanceClock(unheard, at(60 * minute, 50 * minute), alone);
    expect(waiting.elapsedMs).toBe(0);
    expect(waiting.sureMs).toBeLessThan(0);
    expect(advanceClock(startClock(waiting), at(61 * minute, 51 * minute), alone)).toMatchObject({ elapsedMs: minute, sureMs: minute });
  });
  test('waits, but never goes back, if the server’s time is behind; sureMs follows the server', () => {
    const ahead = confirmClock({ ...firstCheckpoint, elapsedMs: 10 * minute, sureMs: 10 * minute }, at(0, 0), 9 * minute);
    expect(ahead).toMatchObject({ elapsedMs: 10 * minute, sureMs: 9 * minute });
    expect(advanceClock(ahead, at(30_000, 30_000), asking).elapsedMs).toBe(10 * minute);
    expect(advanceClock(ahead, at(90_000, 90_000), asking).elapsedMs).toBe(10.5 * minute);
  });
  test('is read from a checkpoint of an older build without its unsure part', () => {
    const older = { ...at(5, 6), elapsedMs: 10 * minute, estimateMs: 10 * minute, waitedMs: 0, unconfirmedMs: minute, flagged: false };
    expect(readCheckpoint(older)).toMatchObject({ elapsedMs: 10 * minute, sureMs: 9 * minute, claimedMs: minute });
    const unheard = { ...older, elapsedMs: -minute, estimateMs: -minute, waitedMs: Number.MAX_SAFE_INTEGER, unconfirmedMs: 0 };
    expect(readCheckpoint(unheard)).toEqual({ ...createOfflineCheckpoint(at(5, 6), minute + 5), elapsedMs: -minute });
    expect(readCheckpoint(firstCheckpoint)).toBe(firstCheckpoint);
  });
  test('computeServerOrigin uses the fastest exchange with the server', () => {
    const sample = (leftMonoMs: number, backMonoMs: number, serverNow: number) => ({ leftMonoMs, backMonoMs, serverNow });
    expect(computeServerOrigin([])).toBeUndefined();
    expect(computeServerOrigin([sample(0, 900, 5_000), sample(1_000, 1_020, 6_010), sample(2_000, 2_400, 7_300)])).toBe(5_000);
  });
  test('the deadline is start, duration and every extension', () => {
    const times = { durationMs: 90 * minute, extensionMs: 0 };
    expect(computeRemainingMs(times, -5 * minute)).toBe(90 * minute);
    expect(computeRemainingMs(times, 90 * minute)).toBe(0);
    expect(computeRemainingMs({ ...times, extensionMs: minute }, 90 * minute)).toBe(minute);
  });
});

describe('SY21: for any sequence of clock changes', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('look' as const), monoMs: fc.nat(5 * minute), wallMs: fc.integer({ min: -9e8, max: 9e8 }) }),
    fc.record({ kind: fc.constant('reload' as const), wallMs: fc.integer({ min: -9e8, max: 9e8 }) }),
    fc.record({ kind: fc.constant('confirm' as const), behindMs: fc.integer({ min: -10 * minute, max: 10 * minute }) }),
    fc.record({ kind: fc.constant('begin' as const) }),
    fc.record({ kind: fc.constant('ask' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
  /** Runs one device through `steps`. Calls `onStep` after each step; `sureMs`: exam time that was truly measured, or confirmed by the server. */
  function live(
    from: ClockCheckpoint,
    steps: readonly Step[],
    onStep: (point: ClockCheckpoint, before: ClockCheckpoint, sureMs: number) => void,
  ) {
    let [point, wallMs, monoMs, document, by] = [from, from.wallMs, from.monoMs, 1, asking];
    let sureMs = from.sureMs;
    for (const s of steps) {
      const before = point;
      if (s.kind === 'look' || s.kind === 'reload') {
        wallMs += s.wallMs;
        document += s.kind === 'reload' ? 1 : 0;
        monoMs = s.kind === 'reload' ? 0 : monoMs + s.monoMs;
        sureMs += s.kind === 'look' ? s.monoMs : 0;
        point = advanceClock(point, at(wallMs, monoMs, `d${document}`), by);
      } else if (s.kind === 'begin') {
        point = startClock(point);
        sureMs = Math.max(0, sureMs);
      } else if (s.kind === 'ask') by = by === alone ? asking : alone;
      else {
        sureMs = Math.max(0, point.sureMs - s.behindMs);
        point = confirmClock(point, at(wallMs, monoMs, `d${document}`), sureMs);
      }
      onStep(point, before, sureMs);
    }
  }
  test('a paper opened at the start has its full time, however long the PC waited', () => {
    const waiting = fc.array(step, { maxLength: 40 }).map((all) => all.filter((s) => s.kind !== 'confirm' && s.kind !== 'begin'));
    fc.assert(
      fc.property(waiting, (steps) => {
        live({ ...createFirstCheckpoint(at(0, 0), -24 * 60 * minute) }, steps, (point) => {
          // The exam starts in 24 hours. Forty steps of at most five minutes end before that.
          expect(point.elapsedMs).toBeLessThanOrEqual(0);
          expect(startClock(point)).toMatchObject({ elapsedMs: 0, sureMs: 0, waitedMs: 0 });
        });
      }),
      { numRuns: 500 },
    );
  });
  test('elapsed time never decreases, and unsure time adds two minutes at most, none at the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let highestSureMs = 0;
        live(firstCheckpoint, steps, (point, before, sureMs) => {
          highestSureMs = Math.max(highestSureMs, sureMs);
          expect(point.elapsedMs).toBeGreaterThanOrEqual(before.elapsedMs);
          expect(point.sureMs).toBe(sureMs);
          expect(point.claimedMs).toBeLessThanOrEqual(maxUnconfirmedMs);
          expect(point.elapsedMs).toBeLessThanOrEqual(highestSureMs + maxUnconfirmedMs);
          expect(point.elapsedMs).toBeLessThanOrEqual(Math.max(highestSureMs, exam.lengthMs - 2 * minute));
        });
      }),
      { numRuns: 500 },
    );
  });
});
