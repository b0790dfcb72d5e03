import { z } from 'zod';
import { defineCalls } from './call.ts';
import { coursewareKinds, sourceFile } from './courseware.ts';
import { empty, epochMs, id, uuid, version } from './scalars.ts';

const learners = ['student', 'examUser'] as const;

/** From, to (not included): milliseconds of a film or sound, pages counted from 0, or milliseconds of reading. */
const span = z.tuple([z.int().min(0), z.int().min(1)]);

export const progress = z.object({
  /** What was learned: apart from each other, in order. */
  spans: z.array(span),
  /** Where to go on. */
  position: z.int().min(0),
  done: z.boolean(),
});
export type Progress = z.output<typeof progress>;

/** A stretch of learning on one device, recorded there before it is sent. Sent again, it counts once. */
export const learnMark = z.object({
  markId: uuid,
  coursewareId: id,
  /** When, by the server's clock as the device knows it; hidden and paused time left out. */
  fromMs: epochMs,
  toMs: epochMs,
  spans: z.array(span).max(500),
  position: z.int().min(0),
});
export type LearnMark = z.output<typeof learnMark>;

const lesson = z.object({
  id,
  version,
  kind: z.enum(coursewareKinds),
  title: z.string(),
  /** In the unit of its spans. */
  length: z.int(),
  durationMs: z.int(),
  pages: z.int(),
  files: z.array(sourceFile),
  body: z.string(),
  link: z.string(),
  captions: z.string(),
  progress,
});
export type Lesson = z.output<typeof lesson>;

const phases = ['waiting', 'open', 'over'] as const;
const head = {
  id,
  title: z.string(),
  category: z.string(),
  cover: z.string(),
  summary: z.string(),
  hourMinutes: z.int(),
  inOrder: z.boolean(),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  phase: z.enum(phases),
  lessons: z.int(),
  done: z.int(),
  /** Learned so far, for course hours. */
  learnedMs: z.int(),
  sizeBytes: z.int(),
};
const courseRow = z.object(head);
const wholeCourse = z.object({
  ...head,
  sections: z.array(z.object({ sid: z.int(), depth: z.int(), title: z.string(), items: z.array(lesson) })),
  /** The files' addresses open until then. */
  untilMs: epochMs,
  nowMs: epochMs,
});
export type LearnCourse = z.output<typeof wholeCourse>;

export const learnCalls = defineCalls('learn', {
  myList: {
    summary: "Courses of the caller's class with their windows and what is learned of each",
    input: empty,
    output: z.object({ items: z.array(courseRow) }),
    access: learners,
    errors: [],
    changes: false,
  },
  getById: {
    summary: "One course of the caller's class with everything it takes to learn it",
    input: z.object({ id }),
    output: wholeCourse,
    access: learners,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  record: {
    summary: 'What was learned on a device; joined with what is known, in whatever order it comes, each mark once',
    input: z.object({ courseId: id, marks: z.array(learnMark).min(1).max(200) }),
    output: z.object({
      /** All that were sent: known here for good. */
      markIds: z.array(uuid),
      lessons: z.array(z.object({ id, progress })),
    }),
    access: learners,
    errors: ['notFound'],
    changes: true,
  },
});
