import { describe, expect, it } from 'vitest';
import type { LearningSpanRecord } from '../../../sync/contract/learning/learn.ts';
import { sumSpanLengths, computeMaxLearned, mergeSpans } from '../../../sync/domain/learning/learned-spans.ts';
import { createFilmWatch, isAttended, maxLearningRecordMs, createLearningRecorder } from './recorder.ts';

function film() {
  const time = { ms: 0 };
  const storedMarks = new Map<string, LearningSpanRecord>();
  const closedIds = new Set<string>();
  let n = 0;
  const record = createLearningRecorder(7, {
    serverMs: () => 1_000_000 + time.ms,
    monoMs: () => time.ms,
    newId: () => `mark ${(n += 1)}`,
    keep: (mark, growing) => {
      storedMarks.set(mark.markId, mark);
      if (!growing) closedIds.add(mark.markId);
    },
  });
  const watch = createFilmWatch(record, () => time.ms);
  let atMs = 0;
  const play = (ms: number, rate = 1, counts = true) => {
    for (let gone = 0; gone <= ms; gone += 250) {
      watch.moment({ atMs: atMs + gone * rate, rate, counts });
      if (gone < ms) time.ms += 250;
    }
    atMs += ms * rate;
  };
  const jump = (to: number) => (atMs = to);
  return {
    time,
    storedMarks,
    closedIds,
    watch,
    play,
    jump,
    seen: () => mergeSpans([...storedMarks.values()].flatMap((mark) => mark.spans)),
  };
}

describe('recorder of watched video', () => {
  it('records what was played, without skipped parts', () => {
    const { play, jump, watch, seen, storedMarks } = film();
    play(10_000);
    jump(60_000);
    play(5_000);
    watch.stop();
    expect(seen()).toEqual([
      [0, 10_000],
      [60_000, 65_000],
    ]);
    for (const mark of storedMarks.values())
      expect(sumSpanLengths(mark.spans)).toBeLessThanOrEqual(computeMaxLearned('video', mark.toMs - mark.fromMs));
  });

  it('counts video time at double speed, within the limit that the server accepts', () => {
    const { play, watch, seen, storedMarks } = film();
    play(30_000, 2);
    watch.stop();
    expect(seen()).toEqual([[0, 60_000]]);
    for (const mark of storedMarks.values())
      expect(sumSpanLengths(mark.spans)).toBeLessThanOrEqual(computeMaxLearned('video', mark.toMs - mark.fromMs));
  });

  it('records nothing while the page is hidden', () => {
    const { play, watch, seen } = film();
    play(4_000);
    play(8_000, 1, false);
    play(3_000);
    watch.stop();
    expect(seen()).toEqual([
      [0, 4_000],
      [12_000, 15_000],
    ]);
  });

  it('counts media as attended only if it can be seen or heard', () => {
    const behind = { isVisible: false, isSound: false, isInPicture: false, isAudible: true };
    expect(isAttended({ ...behind, isVisible: true, isAudible: false })).toBe(true);
    expect(isAttended(behind)).toBe(false);
    expect(isAttended({ ...behind, isSound: true })).toBe(true);
    expect(isAttended({ ...behind, isSound: true, isAudible: false })).toBe(false);
    expect(isAttended({ ...behind, isInPicture: true })).toBe(true);
    expect(isAttended({ ...behind, isInPicture: true, isAudible: false })).toBe(false);
  });

  it('stores records while it plays, so that a killed browser loses less than a second', () => {
    const { play, seen, closedIds, storedMarks } = film();
    play(maxLearningRecordMs * 2 + 1_000);
    const [first] = seen();
    expect(first?.[0]).toBe(0);
    expect(first?.[1]).toBeGreaterThan(maxLearningRecordMs * 2);
    expect([closedIds.size, storedMarks.size]).toEqual([2, 3]);
  });
});
