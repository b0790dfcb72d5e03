import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  begin,
  type ClockReading,
  confirm,
  firstCheckpoint,
  isTimeUp,
  remainingMs,
  serverOrigin,
  unconfirmedMaxMs,
  unheardCheckpoint,
} from './clock.ts';
import type { ClockCheckpoint } from './ports.ts';

const minute = 60_000;
const at = (wallMs: number, monoMs: number, documentId = 'd1'): ClockReading => ({ wallMs, monoMs, documentId });
const begun = firstCheckpoint(at(1_000_000, 0), 0);

describe('SY21: elapsed time', () => {
  test('within a document it follows the monotonic clock, whatever the wall clock is slewed by', () => {
    expect(advance(begun, at(1_000_000 + 10_400, 10_000)).elapsedMs).toBe(10_000);
    expect(advance(begun, at(1_000_000 - 5 * minute, 10_000))).toMatchObject({ elapsedMs: 10_000, flagged: false });
  });
  test('a forward jump counts up to two minutes in sum, until the server confirms', () => {
    const slept = advance(begun, at(1_000_000 + 90_000, 1_000));
    expect(slept).toMatchObject({ elapsedMs: 90_000, unconfirmedMs: 89_000, flagged: false });
    const set = advance(slept, at(1_000_000 + 86_400_000, 2_000));
    expect(set).toMatchObject({ elapsedMs: 1_000 + 1_000 + unconfirmedMaxMs, unconfirmedMs: unconfirmedMaxMs, flagged: true });
    expect(advance(set, at(1_000_000 + 2 * 86_400_000, 3_000)).elapsedMs).toBe(set.elapsedMs + 1_000);
    expect(confirm(set, at(0, 3_000), 20 * minute)).toMatchObject({ elapsedMs: 20 * minute, unconfirmedMs: 0, flagged: false });
  });
  test('a new document takes the wall clock if it is near the checkpoint, else goes on from there and flags', () => {
    expect(advance(begun, at(1_000_000 + minute, 5, 'd2'))).toMatchObject({ elapsedMs: minute, flagged: false });
    expect(advance(begun, at(1_000_000 + 3 * minute, 5, 'd2'))).toMatchObject({ elapsedMs: 0, flagged: true });
    expect(advance(begun, at(1_000_000 - minute, 5, 'd2'))).toMatchObject({ elapsedMs: 0, flagged: true });
  });
  const early = firstCheckpoint(at(0, 0), -60 * minute);
  test('before the start the wall clock may count up to the start, and time stands there until the paper opens', () => {
    expect(advance(early, at(40 * minute, 5, 'd2'))).toMatchObject({ elapsedMs: -20 * minute, flagged: false });
    const ahead = advance(early, at(90 * minute, 5, 'd2'));
    expect(ahead).toMatchObject({ elapsedMs: 0, flagged: true });
    const waiting = advance(ahead, at(120 * minute, 30 * minute + 5, 'd2'));
    expect(waiting.elapsedMs).toBe(0);
    const opened = begin(waiting);
    expect(opened).toMatchObject({ elapsedMs: 0, waitedMs: 0 });
    expect(advance(opened, at(121 * minute, 31 * minute + 5, 'd2')).elapsedMs).toBe(minute);
    expect(begin(advance(opened, at(121 * minute, 31 * minute + 5, 'd2'))).elapsedMs).toBe(minute);
  });
  test('what is sure before the start runs on past it, opened or not', () => {
    const restarted = advance(early, at(minute, 5, 'd2'));
    expect(restarted.elapsedMs).toBe(-59 * minute);
    expect(advance(restarted, at(70 * minute, 69 * minute + 5, 'd2')).elapsedMs).toBe(9 * minute);
    const slept = advance(early, at(30 * minute, 5, 'd2'));
    // The half hour that only the wall clock claims does not count; the hour after it does.
    expect(advance(slept, at(95 * minute, 65 * minute + 5, 'd2')).elapsedMs).toBe(5 * minute);
    expect(begin(advance(slept, at(95 * minute, 65 * minute + 5, 'd2'))).elapsedMs).toBe(5 * minute);
  });
  test('the server sets a waiting room right, back as well', () => {
    const ahead = advance(early, at(90 * minute, 5, 'd2'));
    expect(confirm(ahead, at(90 * minute, 5, 'd2'), -50 * minute)).toMatchObject({ elapsedMs: -50 * minute, waitedMs: 0, flagged: false });
  });
  test('a PC that never heard the server waits until its own start, and counts from the opening', () => {
    const unheard = unheardCheckpoint(at(10 * minute, 0), 15 * minute);
    expect(unheard.elapsedMs).toBe(-5 * minute);
    const waiting = advance(unheard, at(60 * minute, 50 * minute));
    expect(waiting.elapsedMs).toBe(0);
    expect(advance(begin(waiting), at(61 * minute, 51 * minute)).elapsedMs).toBe(minute);
  });
  test('a server that is behind what was shown makes it wait, not go back', () => {
    const ahead = confirm({ ...begun, elapsedMs: 10 * minute, estimateMs: 10 * minute }, at(0, 0), 9 * minute);
    expect(ahead.elapsedMs).toBe(10 * minute);
    expect(advance(ahead, at(30_000, 30_000)).elapsedMs).toBe(10 * minute);
    expect(advance(ahead, at(90_000, 90_000)).elapsedMs).toBe(10.5 * minute);
  });
  test('the offset is that of the fastest exchange', () => {
    const sample = (leftMonoMs: number, backMonoMs: number, serverNow: number) => ({ leftMonoMs, backMonoMs, serverNow });
    expect(serverOrigin([])).toBeUndefined();
    expect(serverOrigin([sample(0, 900, 5_000), sample(1_000, 1_020, 6_010), sample(2_000, 2_400, 7_300)])).toBe(5_000);
  });
  test('the deadline is start, duration and every extension', () => {
    const times = { durationMs: 90 * minute, extensionMs: 0 };
    expect(remainingMs(times, -5 * minute)).toBe(90 * minute);
    expect(isTimeUp(times, 90 * minute)).toBe(true);
    expect(isTimeUp({ ...times, extensionMs: minute }, 90 * minute)).toBe(false);
  });
});

describe('SY21: whatever the clocks do', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('look' as const), monoMs: fc.nat(5 * minute), wallMs: fc.integer({ min: -9e8, max: 9e8 }) }),
    fc.record({ kind: fc.constant('reload' as const), wallMs: fc.integer({ min: -9e8, max: 9e8 }) }),
    fc.record({ kind: fc.constant('confirm' as const), behindMs: fc.integer({ min: -10 * minute, max: 10 * minute }) }),
    fc.record({ kind: fc.constant('begin' as const) }),
  );
  test('a paper opened at the start has its whole time, however the PC waited', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let point = firstCheckpoint(at(0, 0), -24 * 60 * minute);
        let [wallMs, monoMs, document] = [0, 0, 1];
        for (const s of steps) {
          if (s.kind !== 'look' && s.kind !== 'reload') continue;
          wallMs += s.wallMs;
          document += s.kind === 'reload' ? 1 : 0;
          monoMs = s.kind === 'reload' ? 0 : monoMs + s.monoMs;
          point = advance(point, at(wallMs, monoMs, `d${document}`));
        }
        // Forty looks of five minutes each end before the true start.
        expect(point.elapsedMs).toBeLessThanOrEqual(0);
        expect(begin(point)).toMatchObject({ elapsedMs: point.waitedMs === 0 ? point.elapsedMs : 0, waitedMs: 0 });
      }),
      { numRuns: 500 },
    );
  });
  test('elapsed never decreases, and only the server or time itself brings it further than two minutes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let point: ClockCheckpoint = begun;
        let [wallMs, monoMs, document] = [1_000_000, 0, 1];
        let sureMs = 0;
        for (const s of steps) {
          const before = point;
          if (s.kind === 'look') {
            wallMs += s.wallMs;
            monoMs += s.monoMs;
            sureMs += s.monoMs;
            point = advance(point, at(wallMs, monoMs, `d${document}`));
          } else if (s.kind === 'reload') {
            wallMs += s.wallMs;
            monoMs = 0;
            document += 1;
            point = advance(point, at(wallMs, monoMs, `d${document}`));
          } else if (s.kind === 'begin') {
            point = begin(point);
          } else {
            sureMs = Math.max(0, point.estimateMs - s.behindMs);
            point = confirm(point, at(wallMs, monoMs, `d${document}`), sureMs);
          }
          expect(point.elapsedMs).toBeGreaterThanOrEqual(before.elapsedMs);
          expect(point.estimateMs).toBeLessThanOrEqual(sureMs + unconfirmedMaxMs);
          expect(point.unconfirmedMs).toBeLessThanOrEqual(unconfirmedMaxMs);
        }
      }),
      { numRuns: 500 },
    );
  });
});
