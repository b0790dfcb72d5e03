import { z } from 'zod';
import { defineCalls } from './call.ts';
import { coursewareKinds, sourceFile } from './courseware.ts';
import { practiceQuestion } from './exercise.ts';
import { empty, epochMs, id, uuid, version } from './scalars.ts';

const learners = ['student', 'examUser'] as const;

/** From, to (not included): milliseconds of a film or sound, pages or questions counted from 0, or milliseconds of reading. */
const span = z.tuple([z.int().min(0), z.int().min(1)]);

/** The answer to one question of a quiz, given then; of several the newest counts. */
export const quizResult = z.object({ questionId: id, correct: z.boolean(), atMs: epochMs });
export type QuizResult = z.output<typeof quizResult>;

export const progress = z.object({
  /** What was learned: apart from each other, in order. */
  spans: z.array(span),
  /** Where to go on. */
  position: z.int().min(0),
  done: z.boolean(),
  /** Of a quiz. */
  results: z.array(quizResult),
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
  /** Of a quiz: what was answered, and whether it was right. */
  answers: z
    .array(z.object({ questionId: id, correct: z.boolean() }))
    .max(100)
    .default([]),
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
  poster: z.string(),
  questionIds: z.array(id),
  /** Of a quiz, with their keys; what an exam holds now is left out, and comes back after it. */
  questions: z.array(practiceQuestion),
  progress,
});
export type Lesson = z.output<typeof lesson>;

/** What somebody wrote at a moment of a film or a page. Of two states of one what was changed last holds, a removal like any other. */
export const learnNote = z.object({
  id: uuid,
  coursewareId: id,
  /** In the unit of the lesson's spans. */
  place: z.int().min(0),
  body: z.string().trim().max(2_000),
  changedMs: epochMs,
  removed: z.boolean(),
});
export type LearnNote = z.output<typeof learnNote>;

/** The server's name; put back from a backup it has another, and devices tell again what they told the one before. */
const serverEpoch = z.string();
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
  /** Courses that come first and are not done yet. */
  waitsFor: z.array(z.object({ id, title: z.string() })),
  /** When a teacher reminded the caller, if nothing was learned of it since. */
  remindedMs: epochMs.nullable(),
};
const courseRow = z.object(head);
const wholeCourse = z.object({
  ...head,
  sections: z.array(z.object({ sid: z.int(), depth: z.int(), title: z.string(), items: z.array(lesson) })),
  /** The files' addresses open until then. */
  untilMs: epochMs,
  nowMs: epochMs,
  notes: z.array(learnNote),
  serverEpoch,
});
export type LearnCourse = z.output<typeof wholeCourse>;

export const learnCalls = defineCalls('learn', {
  myList: {
    summary: "Courses of the caller's class with their windows and what is learned of each",
    input: empty,
    output: z.object({ items: z.array(courseRow), serverEpoch }),
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
      serverEpoch,
      nowMs: epochMs,
    }),
    access: learners,
    errors: ['notFound'],
    changes: true,
  },
  keepNotes: {
    summary: 'Notes that I wrote on a device. Of two states of one the later change holds; told again it changes nothing',
    input: z.object({ courseId: id, notes: z.array(learnNote).min(1).max(100) }),
    output: z.object({ notes: z.array(learnNote) }),
    access: learners,
    errors: ['notFound', 'refused'],
    changes: true,
  },
});
