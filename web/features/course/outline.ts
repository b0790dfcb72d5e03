import type { CourseSection } from '../../../sync/contract/learning/course.ts';

type Outline = readonly CourseSection[];
const clampDepth = (depth: number): CourseSection['depth'] => (depth <= 1 ? 1 : depth >= 3 ? 3 : 2);

/**
 * Returns a section id that the course has not used. Ids of removed sections are not reused while a higher id exists, because old links may still
 * contain them.
 */
export const getNextSectionId = (outline: Outline): number => Math.max(0, ...outline.map((section) => section.sid)) + 1;

/** Limits the depth of each section to one more than the section before it. */
export function limitSectionDepths(outline: Outline): CourseSection[] {
  let before = 0;
  return outline.map((section) => {
    before = Math.min(section.depth, before + 1);
    return { ...section, depth: clampDepth(before) };
  });
}

/** Returns the number of subsections that follow the section at `at`. */
const countSubsections = (outline: Outline, at: number): number => {
  const depth = outline[at]?.depth ?? 1;
  const end = outline.findIndex((section, where) => where > at && section.depth <= depth);
  return (end < 0 ? outline.length : end) - at - 1;
};

/** Moves a section with its subsections before the section at index `to`; the outline's length means the end. */
export function moveSection(outline: Outline, sid: number, to: number): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  const count = countSubsections(outline, at) + 1;
  if (at < 0 || (to >= at && to <= at + count)) return [...outline];
  const block = outline.slice(at, at + count);
  const rest = [...outline.slice(0, at), ...outline.slice(at + count)];
  return limitSectionDepths(rest.toSpliced(to > at ? to - count : to, 0, ...block));
}

/**
 * Moves a section to the place where it was dropped: before or after the section at index `at`. Dropped after a section of the same or a
 * greater depth, it also goes after that section's subsections.
 */
export function dropSection(outline: Outline, sid: number, at: number, isAfter: boolean): CourseSection[] {
  const depth = outline.find((section) => section.sid === sid)?.depth ?? 1;
  const passed = depth <= (outline[at]?.depth ?? 1) ? countSubsections(outline, at) : 0;
  return moveSection(outline, sid, isAfter ? at + 1 + passed : at);
}

/** Moves a section one row up or down. */
export function stepSection(outline: Outline, sid: number, by: -1 | 1): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  const to = by < 0 ? at - 1 : at + countSubsections(outline, at) + 2;
  return to < 0 || to > outline.length ? [...outline] : moveSection(outline, sid, to);
}

/** Changes the depth of a section and its subsections by one. */
export function indentSection(outline: Outline, sid: number, by: -1 | 1): CourseSection[] {
  const at = outline.findIndex((section) => section.sid === sid);
  // The section is already deeper than the one above it, so it can't be indented further.
  if (by > 0 && (outline[at - 1]?.depth ?? 0) < (outline[at]?.depth ?? 1)) return [...outline];
  const end = at + countSubsections(outline, at);
  return limitSectionDepths(
    outline.map((section, where) => (where >= at && where <= end ? { ...section, depth: clampDepth(section.depth + by) } : section)),
  );
}

/** Returns the section numbers in order: "1", "1.1", "2". */
export function formatSectionNumbers(outline: Outline): string[] {
  const counts = [0, 0, 0];
  return outline.map(({ depth }) => {
    counts[depth - 1] = (counts[depth - 1] ?? 0) + 1;
    counts.fill(0, depth);
    return counts.slice(0, depth).join('.');
  });
}
