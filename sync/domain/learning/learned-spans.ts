import type { CoursewareKind } from '../../contract/learning/courseware.ts';

/** A learned part of a courseware, from `from` (inclusive) to `to` (exclusive), in the unit of the courseware (`getLessonLength`). */
export type Span = readonly [from: number, to: number];

/** Merges overlapping spans and sorts them. A repeated part counts once, in any order of arrival. */
export function mergeSpans(spans: readonly Span[]): [number, number][] {
  const union: [number, number][] = [];
  for (const [from, to] of spans.filter(([a, b]) => b > a).toSorted((a, b) => a[0] - b[0])) {
    const last = union.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Sums the lengths of spans without overlaps. */
export const sumSpanLengths = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Returns the parts of `spans` that lie in none of `known`. */
export function subtractSpans(spans: readonly Span[], known: readonly Span[]): [number, number][] {
  const knownSpans = mergeSpans(known);
  return mergeSpans(spans).flatMap(([from, to]) => {
    const gaps: [number, number][] = [];
    let position = from;
    for (const [a, b] of knownSpans) {
      if (b <= position || a >= to) continue;
      if (a > position) gaps.push([position, a]);
      position = Math.max(position, b);
    }
    if (position < to) gaps.push([position, to]);
    return gaps;
  });
}

/** Cuts a list of spans off after a total length of `maxLength`. */
export function takeFirstSpans(spans: readonly Span[], maxLength: number): [number, number][] {
  let remainingLength = maxLength;
  return spans.flatMap(([from, to]): [number, number][] => {
    const length = Math.min(to - from, Math.max(0, remainingLength));
    remainingLength -= length;
    return length > 0 ? [[from, from + length]] : [];
  });
}

/** Limits for the speed of learning: a film or recording counts at most at double speed, a page needs at least two seconds. */
export const maxLearningSpeed = 2;
export const minPageMs = 2_000;
/** Factor by which a report of learning may exceed the limits of speed, because timers of devices are not exact. */
const slack = 1.05;
/** Milliseconds of reading after which links, files and texts count as done. */
export const minReadingMs = 20_000;

const hasPages = (kind: CoursewareKind): boolean => kind === 'pdf' || kind === 'pictures' || kind === 'slides';

/** Returns the length of a courseware in the unit of its spans: milliseconds, or pages or questions. */
export function getLessonLength({ kind, durationMs, pages }: { kind: CoursewareKind; durationMs: number; pages: number }): number {
  if (hasPages(kind) || kind === 'quiz') return pages;
  return kind === 'video' || kind === 'audio' ? durationMs : minReadingMs;
}

/** Returns how much of a courseware can be learned within `ms` milliseconds, in the unit of its spans. */
export function computeMaxLearned(kind: CoursewareKind, ms: number): number {
  if (ms <= 0) return 0;
  if (hasPages(kind)) return Math.floor((ms * slack) / minPageMs);
  return Math.floor(ms * slack * (kind === 'video' || kind === 'audio' ? maxLearningSpeed : 1));
}

/**
 * Converts learned spans to milliseconds, from which course hours are computed. A page counts as its minimum time. A quiz counts by its answers,
 * so it gives no time.
 */
export const computeLearnedMs = (kind: CoursewareKind, spans: readonly Span[]): number =>
  kind === 'quiz' ? 0 : sumSpanLengths(spans) * (hasPages(kind) ? minPageMs : 1);

/** Checks whether a courseware is done. Nine tenths of a film or recording suffice, because of the credits; other kinds must be complete. */
export function isLessonDone(kind: CoursewareKind, spans: readonly Span[], length: number): boolean {
  if (length <= 0) return false;
  const share = kind === 'video' || kind === 'audio' ? 0.9 : 1;
  return sumSpanLengths(spans) >= length * share;
}

/** Returns the learned share in whole percent, rounded down, at most 100. */
export const computePercent = (spans: readonly Span[], length: number): number =>
  length <= 0 ? 0 : Math.min(100, Math.floor((sumSpanLengths(spans) * 100) / length));

/** Rounds learned time down to half hours: with 45 minutes per hour, 23 minutes give 0.5. */
export const toCourseHours = (learnedMs: number, hourMinutes: number): number => Math.floor((learnedMs / 60_000 / hourMinutes) * 2) / 2;
