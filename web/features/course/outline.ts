import type { CourseSection } from '../../../sync/contract/course.ts';

type Outline = readonly CourseSection[];
const depthOf = (depth: number): CourseSection['depth'] => (depth <= 1 ? 1 : depth >= 3 ? 3 : 2);

/** A number no section of the course has had: those of removed ones may still stand in somebody's address. */
export const newSid = (outline: Outline): number => Math.max(0, ...outline.map((section) => section.sid)) + 1;

/** No section is deeper than one below the one before it. */
export function tidied(outline: Outline): CourseSection[] {
  let before = 0;
  return outline.map((section) => {
    before = Math.min(section.depth, before + 1);
    return { ...section, depth: depthOf(before) };
  });
}

/** How many follow `at` as its own sections. */
const belowOf = (outline: Outline, at: number): number => {
  const depth = outline[at]?.depth ?? 1;
  const end = outline.findIndex((section, where) => where > at && section.depth <= depth);
  return (end < 0 ? outline.length : end) - at - 1;
};

/** With its own sections before the one that stands at `to` (its length: to the end). */
export function moved(outline: Outline, sid: number, to: number): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  const count = belowOf(outline, at) + 1;
  if (at < 0 || (to >= at && to <= at + count)) return [...outline];
  const block = outline.slice(at, at + count);
  const rest = [...outline.slice(0, at), ...outline.slice(at + count)];
  return tidied(rest.toSpliced(to > at ? to - count : to, 0, ...block));
}

/** Dropped at another section: before it, or after it. After a section of its own level it passes those below that one, too. */
export function dropped(outline: Outline, sid: number, at: number, isAfter: boolean): CourseSection[] {
  const depth = outline.find((section) => section.sid === sid)?.depth ?? 1;
  const passed = depth <= (outline[at]?.depth ?? 1) ? belowOf(outline, at) : 0;
  return moved(outline, sid, isAfter ? at + 1 + passed : at);
}

/** One step up or down among the rows. */
export function stepped(outline: Outline, sid: number, by: -1 | 1): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  const to = by < 0 ? at - 1 : at + belowOf(outline, at) + 2;
  return to < 0 || to > outline.length ? [...outline] : moved(outline, sid, to);
}

/** Deeper or less deep, with its own sections. */
export function indented(outline: Outline, sid: number, by: -1 | 1): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  // Nothing above it that it could belong to.
  if (by > 0 && (outline[at - 1]?.depth ?? 0) < (outline[at]?.depth ?? 1)) return [...outline];
  const end = at + belowOf(outline, at);
  return tidied(
    outline.map((section, where) => (where >= at && where <= end ? { ...section, depth: depthOf(section.depth + by) } : section)),
  );
}

/** "1", "1.1", "2" in order. */
export function numbersOf(outline: Outline): string[] {
  const counts = [0, 0, 0];
  return outline.map(({ depth }) => {
    counts[depth - 1] = (counts[depth - 1] ?? 0) + 1;
    counts.fill(0, depth);
    return counts.slice(0, depth).join('.');
  });
}
