import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { courseSourceFile } from '../platform/upload.ts';
import { coursewareKinds } from './courseware.ts';
import { practiceQuestion } from './exercise.ts';
import { emptyInput, epochMs, id, uuid, version } from '../scalars.ts';

const learners = ['student', 'examUser'] as const;

/**
 * A learned part of a lesson, start and end (exclusive): milliseconds of a video or audio, pages or questions counted from 0, or milliseconds of
 * reading.
 */
const span = z.tuple([z.int().min(0), z.int().min(1)]);

/** Answer to one question of a quiz, with its time; the newest answer counts. */
export const quizResult = z.object({ questionId: id, correct: z.boolean(), atMs: epochMs });
export type QuizResult = z.output<typeof quizResult>;

export const learningProgress = z.object({
  /** Learned spans, disjoint and in order. */
  spans: z.array(span),
  /** Position in the lesson at which the learner continues. */
  position: z.int().min(0),
  done: z.boolean(),
  /** Newest result of each quiz question. Questions of exams whose scores are not released are left out. */
  results: z.array(quizResult),
});
export type LearningProgress = z.output<typeof learningProgress>;

/** Record of a period of learning on one device, stored there before it is sent. If it is sent again, it counts once. */
export const learningSpanRecord = z.object({
  markId: uuid,
  coursewareId: id,
  /** Start and end of the period on the server's clock, as the device estimates it. Time while the page is hidden or paused is left out. */
  fromMs: epochMs,
  toMs: epochMs,
  spans: z.array(span).max(500),
  position: z.int().min(0),
  /** Answers of a quiz, and whether each was right. */
  answers: z
    .array(z.object({ questionId: id, correct: z.boolean() }))
    .max(100)
    .default([]),
});
export type LearningSpanRecord = z.output<typeof learningSpanRecord>;

const lesson = z.object({
  id,
  version,
  kind: z.enum(coursewareKinds),
  title: z.string(),
  /** Length of the lesson in the unit of its learned spans: milliseconds, pages or questions. */
  length: z.int(),
  durationMs: z.int(),
  pages: z.int(),
  files: z.array(courseSourceFile),
  body: z.string(),
  link: z.string(),
  captions: z.string(),
  poster: z.string(),
  /** Questions of the quiz, in order. Null for a question that is removed, or is in an exam whose scores are not released. */
  questionIds: z.array(id.nullable()),
  /** The questions of `questionIds`, with their keys (right answers). */
  questions: z.array(practiceQuestion),
  progress: learningProgress,
});
export type Lesson = z.output<typeof lesson>;

/** A note at a moment of a video or on a page. If two versions differ, the later change wins; a removal is a change like any other. */
export const learnNote = z.object({
  id: uuid,
  coursewareId: id,
  /** Position of the note in the lesson, in the unit of the lesson's spans. */
  place: z.int().min(0),
  body: z.string().trim().max(2_000),
  changedMs: epochMs,
  removed: z.boolean(),
});
export type LearnNote = z.output<typeof learnNote>;

/** Server epoch. It changes after a restore; devices then resend what the earlier server had acknowledged. */
const serverEpoch = z.string();
const phases = ['waiting', 'open', 'over'] as const;
const head = {
  id,
  title: z.string(),
  category: z.string(),
  cover: z.string(),
  summary: z.string(),
  hourMinutes: z.int().positive(),
  inOrder: z.boolean(),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  phase: z.enum(phases),
  lessons: z.int(),
  done: z.int(),
  /** Milliseconds learned so far, for course hours. */
  learnedMs: z.int(),
  sizeBytes: z.int(),
  /** Courses that the learner must finish first and has not finished. */
  waitsFor: z.array(z.object({ id, title: z.string() })),
  /** Time of a teacher's reminder, if the caller has not continued since. */
  remindedMs: epochMs.nullable(),
};
const courseRow = z.object(head);
const wholeCourse = z.object({
  ...head,
  sections: z.array(z.object({ sid: z.int(), depth: z.int(), title: z.string(), items: z.array(lesson) })),
  /** Time until which the addresses of the files are valid. */
  untilMs: epochMs,
  nowMs: epochMs,
  notes: z.array(learnNote),
  serverEpoch,
});
export type LearnCourse = z.output<typeof wholeCourse>;

export const learnCalls = defineCalls('learn', {
  myList: {
    summary: "Courses of the caller's class with their windows and what is learned of each",
    input: emptyInput,
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
    input: z.object({ courseId: id, marks: z.array(learningSpanRecord).min(1).max(200) }),
    output: z.object({
      /** Ids (`markId`) of all records in the request; the server has stored them. */
      markIds: z.array(uuid),
      lessons: z.array(z.object({ id, progress: learningProgress })),
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
