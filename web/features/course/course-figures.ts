import type { CallOutput } from '../../../sync/contract/call.ts';
import type { courseCalls } from '../../../sync/contract/learning/course.ts';
import { toCourseHours } from '../../../sync/domain/learning/learned-spans.ts';
import { sum } from '../../../sync/domain/numbers.ts';

export type CourseFigures = CallOutput<typeof courseCalls.getFigures>;
export type LessonFigures = CallOutput<typeof courseCalls.getLessonFigures>;
type Person = CourseFigures['people'][number];

const dayMs = 24 * 3_600_000;
const soonMs = 3 * dayMs;
const idleMs = 7 * dayMs;
const mostStops = 4;
const computeMean = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : Math.round(sum(numbers) / numbers.length));

/**
 * Returns why a learner is behind in a course. `due`: the learning period of the class ends within three days or has ended; `idle`: the
 * learner has begun, but has not continued for a week. Otherwise null.
 */
export function getBehindReason(
  { percent, toMs, lastMs }: Pick<Person, 'percent' | 'toMs' | 'lastMs'>,
  nowMs: number,
): 'due' | 'idle' | null {
  if (percent >= 100) return null;
  if (toMs !== null && toMs - nowMs < soonMs) return 'due';
  return lastMs !== null && nowMs - lastMs > idleMs ? 'idle' : null;
}

export interface CourseClassRow {
  readonly id: number;
  readonly name: string;
  readonly people: number;
  readonly completedCount: number;
  readonly average: number;
  readonly hours: number;
  readonly behindCount: number;
}

/** Computes one row of learning statistics per class that has learners in the course. */
export function computeClassRows({ classes, people, lessons, hourMinutes }: CourseFigures, nowMs: number): CourseClassRow[] {
  return classes.flatMap(({ id, name }) => {
    const classPeople = people.filter((one) => one.classId === id);
    if (classPeople.length === 0) return [];
    return [
      {
        id,
        name,
        people: classPeople.length,
        completedCount: classPeople.filter((one) => lessons.length > 0 && one.done === lessons.length).length,
        average: computeMean(classPeople.map((one) => one.percent)),
        hours: toCourseHours(classPeople.reduce((sum, one) => sum + one.learnedMs, 0) / classPeople.length, hourMinutes),
        behindCount: classPeople.filter((one) => getBehindReason(one, nowMs) !== null).length,
      },
    ];
  });
}

export interface CourseSectionRow {
  readonly sid: number;
  readonly depth: number;
  readonly title: string;
  /** Mean progress in per cent, over the lessons of this section and its subsections. */
  readonly average: number;
  /** Number of learners who completed the whole section. */
  readonly completedCount: number;
  /** Lessons of this section without its subsections, as indexes into the lessons of the course. */
  readonly ownLessons: readonly number[];
}

/** Computes one row of learning statistics per section, including its subsections. Sections without lessons are left out. */
export function computeSectionRows({
  sections,
  lessons,
  people,
}: Pick<CourseFigures, 'sections' | 'lessons' | 'people'>): CourseSectionRow[] {
  return sections.flatMap((section, at) => {
    const end = sections.findIndex((other, where) => where > at && other.depth <= section.depth);
    const sids = new Set(sections.slice(at, end < 0 ? sections.length : end).map((one) => one.sid));
    const places = lessons.flatMap(({ sid }, place) => (sids.has(sid) ? [place] : []));
    if (places.length === 0) return [];
    const percents = people.map((one) => places.map((place) => one.lessons[place] ?? 0));
    return [
      {
        ...section,
        average: computeMean(percents.map((of) => sum(of) / of.length)),
        completedCount: percents.filter((of) => of.every((each) => each === 100)).length,
        ownLessons: places.filter((place) => lessons[place]?.sid === section.sid),
      },
    ];
  });
}

export interface LessonStop {
  readonly part: number;
  /** Smallest position at which a learner stopped in this part, in the unit of the lesson: milliseconds, pages or questions. */
  readonly place: number;
  readonly count: number;
}

/** Counts the learners who stopped in each part of a lesson without finishing it. `most`: the parts in which most learners stopped. */
export function countStops({ people, length, parts }: LessonFigures): {
  readonly counts: readonly number[];
  readonly most: readonly LessonStop[];
} {
  const stops = parts.map((): number[] => []);
  for (const { spans, position, done } of people) {
    if (done || spans.length === 0) continue;
    const part = Math.min(parts.length - 1, Math.floor((position / Math.max(1, length)) * parts.length));
    stops[part]?.push(position);
  }
  const most = stops
    .flatMap((places, part): LessonStop[] => (places.length === 0 ? [] : [{ part, place: Math.min(...places), count: places.length }]))
    .toSorted((a, b) => b.count - a.count || a.place - b.place)
    .slice(0, mostStops);
  return { counts: stops.map((places) => places.length), most };
}
