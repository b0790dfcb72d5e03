import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { categoryPath } from '../bank/category.ts';
import { difficulty, sectionType } from '../codes.ts';
import { ownPracticeRecords, ownPracticeUpload } from './practice-own.ts';
import { answerKey } from '../bank/question-body.ts';
import { epochMs, id, uuid } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;
const examineeRoles = ['student', 'examUser'] as const;

export const practiceQuestion = z.object({
  id,
  version: z.int(),
  category: z.string(),
  type: z.literal(Object.values(sectionType)),
  difficulty: z.literal(Object.values(difficulty)),
  /** Code of the question's assessment point in its detail table; empty if the question has none. */
  point: z.string(),
  /** Key of the detail table (table of assessment points) with this point, as in `scopes` of the practice pack; empty if there is no point. */
  table: z.string(),
  /** Name of the assessment point in the newest edition of the detail table; empty if that has no such point. */
  pointName: z.string(),
  /** The question's text as HTML with rendered formulas. */
  stem: z.string(),
  options: z.array(z.object({ id: z.string(), html: z.string() })),
  key: answerKey,
  analysis: z.string(),
});
export type PracticeQuestion = z.output<typeof practiceQuestion>;

const practiceScope = z.object({ table: z.string(), tableName: z.string(), code: z.string(), name: z.string() });
export type PracticeScope = z.output<typeof practiceScope>;

/** One answer given in practice. The device generates the answer's id, so that the answer counts once however often it is sent. */
export const practiceAnswer = z.object({
  id: uuid,
  questionId: id,
  answeredMs: epochMs,
  correct: z.boolean(),
  /** Sitting of a practice paper made by the learner, if the answer belongs to one. */
  sittingId: uuid.nullable().default(null),
});
export type PracticeAnswer = z.output<typeof practiceAnswer>;

/** Maximum number of questions in one pack, which a device stores for practice without a network. */
export const maxPackQuestions = 2000;
const packTag = z.string().min(1).max(24);

export const exerciseCalls = defineCalls('exercise', {
  getCategories: {
    summary: "Categories of the school's bank, and which of them are open for practice",
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          category: z.string(),
          questions: z.int(),
          open: z.boolean(),
          /**
           * Number of questions left out: they are in an exam whose scores are not released, or in homework or a mock test that is still
           * open.
           */
          heldBack: z.int(),
          openedBy: z.string(),
          openedMs: epochMs.nullable(),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  setOpen: {
    summary: 'Open a category, and what stands below it, for practice; or close it',
    input: z.object({ category: categoryPath.min(1), open: z.boolean() }),
    output: z.object({ open: z.boolean() }),
    access: staff,
    errors: ['notFound'],
    changes: true,
  },
  myCategories: {
    summary: 'What I may practise, and how I stand in it',
    input: z.object({}),
    output: z.object({
      items: z.array(z.object({ id, category: z.string(), questions: z.int(), seen: z.int(), correct: z.int() })),
    }),
    access: examineeRoles,
    errors: [],
    changes: false,
  },
  getPack: {
    summary:
      'Questions of a category that is open for practice, with their keys; without one, of all of them. What is there as it was is named, and not sent again',
    input: z.object({
      id: id.optional(),
      /** Questions that the device has stored, each with the tag that it was delivered with. */
      have: z
        .array(z.tuple([id, packTag]))
        .max(maxPackQuestions)
        .default([]),
    }),
    output: z.object({
      questions: z.array(practiceQuestion),
      /** Tag of each entry of `questions`, in the same order. The tag of a question changes when the question does. */
      tags: z.array(packTag),
      /** Questions of `have` that are unchanged. The others are sent again in `questions`, or no longer belong to the pack. */
      same: z.array(id),
      /** Scopes of the detail tables that contain the points of the pack's questions: "A", "A-B" and "A-B-C". */
      scopes: z.array(practiceScope),
    }),
    access: examineeRoles,
    errors: ['notFound'],
    changes: false,
  },
  record: {
    summary: 'What I answered in practice. The same answer told again counts once; questions of no bank of my school are passed over',
    input: z.object({ answers: z.array(practiceAnswer).min(1).max(500) }),
    output: z.object({ kept: z.int() }),
    access: examineeRoles,
    errors: [],
    changes: true,
  },
  myAnswers: {
    summary: 'What I answered in practice so far, oldest first',
    input: z.object({}),
    output: z.object({ answers: z.array(practiceAnswer) }),
    access: examineeRoles,
    errors: [],
    changes: false,
  },
  keepOwn: {
    summary:
      'Practice papers, sittings and favourites that I made on a device. Of two states of one the later change holds; told again it changes nothing',
    input: ownPracticeUpload,
    output: ownPracticeRecords,
    access: examineeRoles,
    errors: ['refused'],
    changes: true,
  },
  myOwn: {
    summary: 'My own practice papers, sittings and favourites; what was removed stands there as removed',
    input: z.object({}),
    output: ownPracticeRecords,
    access: examineeRoles,
    errors: [],
    changes: false,
  },
});
