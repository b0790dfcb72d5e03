import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  subtractSpans,
  takeFirstSpans,
  toCourseHours,
  isLessonDone,
  sumSpanLengths,
  computeMaxLearned,
  computePercent,
  type Span,
  mergeSpans,
} from './learned-spans.ts';

const spans = fc.array(
  fc.tuple(fc.nat(200), fc.nat(40)).map(([from, long]): Span => [from, from + long]),
  { maxLength: 12 },
);
/** Reference implementation: the set of all positions that the spans contain. */
const seconds = (list: readonly Span[]): Set<number> => {
  const all = new Set<number>();
  for (const [from, to] of list) for (let at = from; at < to; at += 1) all.add(at);
  return all;
};

describe('learned spans', () => {
  it('merge to the same union in any order and with repeats, and count each second once', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const union = mergeSpans([...a, ...b]);
        expect(mergeSpans([...mergeSpans(b), ...a, ...b])).toEqual(union);
        expect(sumSpanLengths(union)).toBe(seconds([...a, ...b]).size);
      }),
    );
  });

  it('minus the known spans, joined with the known spans, give the whole union', () => {
    fc.assert(
      fc.property(spans, spans, (a, known) => {
        const more = subtractSpans(a, known);
        expect(sumSpanLengths(more)).toBe(seconds(a).difference(seconds(known)).size);
        expect(mergeSpans([...more, ...known])).toEqual(mergeSpans([...a, ...known]));
      }),
    );
  });

  it('are cut after a given total length', () => {
    expect(
      takeFirstSpans(
        [
          [0, 10],
          [20, 30],
        ],
        15,
      ),
    ).toEqual([
      [0, 10],
      [20, 25],
    ]);
    expect(takeFirstSpans([[0, 10]], 0)).toEqual([]);
  });

  it('are limited by the elapsed time and the playback speed', () => {
    expect(computeMaxLearned('video', 60_000)).toBe(126_000);
    expect(computeMaxLearned('pdf', 4_000)).toBe(2);
    expect(computeMaxLearned('article', 10_000)).toBe(10_500);
    expect(computeMaxLearned('video', 0)).toBe(0);
  });

  it('complete a lesson at nine tenths of a film or at every page of a document', () => {
    expect([isLessonDone('video', [[0, 899]], 1000), isLessonDone('video', [[0, 900]], 1000)]).toEqual([false, true]);
    expect([isLessonDone('pdf', [[0, 9]], 10), isLessonDone('pdf', [[0, 10]], 10), isLessonDone('pdf', [], 0)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([computePercent([[0, 999]], 1000), computePercent([[0, 2000]], 1000), computePercent([], 0)]).toEqual([99, 100, 0]);
    expect([toCourseHours(22 * 60_000, 45), toCourseHours(23 * 60_000, 45), toCourseHours(90 * 60_000, 45)]).toEqual([0, 0.5, 2]);
  });
});
