import type { CoursewareKind } from '../contract/courseware.ts';

/** From, to (not included). */
export type Span = readonly [from: number, to: number];

/** The same without overlaps, in order: learned twice is learned once, in whatever order it comes. */
export function unionOf(spans: readonly Span[]): [number, number][] {
  const union: [number, number][] = [];
  for (const [from, to] of spans.filter(([a, b]) => b > a).toSorted((a, b) => a[0] - b[0])) {
    const last = union.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** What of `spans` is in none of `known`. */
export function beyond(spans: readonly Span[], known: readonly Span[]): [number, number][] {
  const there = unionOf(known);
  return unionOf(spans).flatMap(([from, to]) => {
    const left: [number, number][] = [];
    let at = from;
    for (const [a, b] of there) {
      if (b <= at || a >= to) continue;
      if (a > at) left.push([at, a]);
      at = Math.max(at, b);
    }
    if (at < to) left.push([at, to]);
    return left;
  });
}

/** The first `most` of them. */
export function firstOf(spans: readonly Span[], most: number): [number, number][] {
  let left = most;
  return spans.flatMap(([from, to]): [number, number][] => {
    const taken = Math.min(to - from, Math.max(0, left));
    left -= taken;
    return taken > 0 ? [[from, from + taken]] : [];
  });
}

/** Nobody learns faster: a film at twice its speed, a page in two seconds. */
export const fastestSpeed = 2;
export const msOfPage = 2_000;
/** Timers of a device aren't exact: so much of a stretch is let be. */
const slack = 1.05;
/** Links, files and texts are read for so long before they count as done. */
export const readingMs = 20_000;

const inPages = (kind: CoursewareKind): boolean => kind === 'pdf' || kind === 'pictures' || kind === 'slides';

/** How long a courseware is, in the unit of its spans. */
export function lengthOfLesson({ kind, durationMs, pages }: { kind: CoursewareKind; durationMs: number; pages: number }): number {
  if (inPages(kind) || kind === 'quiz') return pages;
  return kind === 'video' || kind === 'audio' ? durationMs : readingMs;
}

/** So much of a courseware can be learned within a time. */
export function mostWithin(kind: CoursewareKind, ms: number): number {
  if (ms <= 0) return 0;
  if (inPages(kind)) return Math.floor((ms * slack) / msOfPage);
  return Math.floor(ms * slack * (kind === 'video' || kind === 'audio' ? fastestSpeed : 1));
}

/** Learned of it, as time: course hours are made of it. A page counts as the time nobody turns it before; of a quiz the answers count, not the time. */
export const learnedMsOf = (kind: CoursewareKind, spans: readonly Span[]): number =>
  kind === 'quiz' ? 0 : lengthOf(spans) * (inPages(kind) ? msOfPage : 1);

/** Nine tenths of a film are the whole of it: credits are let be. Of anything else it is all. */
export function isDone(kind: CoursewareKind, spans: readonly Span[], length: number): boolean {
  if (length <= 0) return false;
  const share = kind === 'video' || kind === 'audio' ? 0.9 : 1;
  return lengthOf(spans) >= length * share;
}

export const percentOf = (spans: readonly Span[], length: number): number =>
  length <= 0 ? 0 : Math.min(100, Math.floor((lengthOf(spans) * 100) / length));

/** Half hours that are full: 45 minutes an hour make 0.5 of 23 minutes. */
export const hoursOf = (learnedMs: number, hourMinutes: number): number => Math.floor((learnedMs / 60_000 / hourMinutes) * 2) / 2;
