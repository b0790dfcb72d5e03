import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, type ClockReading, confirm, firstCheckpoint, isTimeUp, remainingMs, serverOrigin, unconfirmedMaxMs } from './clock.ts';
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
  test('before the start the wall clock may count up to the start', () => {
    const early = firstCheckpoint(at(0, 0), -60 * minute);
    expect(advance(early, at(40 * minute, 5, 'd2'))).toMatchObject({ elapsedMs: -20 * minute, flagged: false });
    expect(advance(early, at(61 * minute, 5, 'd2'))).toMatchObject({ elapsedMs: minute, unconfirmedMs: minute });
    expect(advance(early, at(90 * minute, 5, 'd2'))).toMatchObject({ elapsedMs: 0, flagged: true });
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
  );
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
