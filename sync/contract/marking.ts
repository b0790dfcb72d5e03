import { z } from 'zod';
import { defineCalls } from './call.ts';
import { shownFile } from './answer-file.ts';
import { rubricItem } from './question-body.ts';
import { empty, epochMs, id } from './scalars.ts';

const marker = ['marker'] as const;

/** One question of a plan, for whoever marks it. Papers of different variants have it under different numbers. */
const task = z.object({ planId: id, questionId: id });

/** Number of a script within its plan: says nothing of whose it is. */
const code = z.int().min(1).max(100_000);

/** What a marker gave: a share of each scoring point, or one number where the question has none. `veto`: which of its vetoes it fails. */
export const givenPoints = z.object({
  points: z.array(z.number().min(0).max(1000).multipleOf(0.5)).min(1).max(60),
  veto: z.array(z.int().min(0)).max(20),
  comment: z.string().trim().max(1000),
});
export type GivenPoints = z.output<typeof givenPoints>;

/** `written`: an answer lies before the marker. `performed`: assessors saw it done, or heard it defended, each for themselves. */
export const taskKinds = ['written', 'performed'] as const;
export type TaskKind = (typeof taskKinds)[number];

const taskFigures = z.object({
  questionId: id,
  section: z.string(),
  type: z.int(),
  /** The beginning of the question, without its looks. */
  text: z.string(),
  points: z.number(),
  /** That are here whole, or whose time is over, and hold an answer. */
  scripts: z.int(),
  /** Of those, how many are marked: by as many assessors as it takes. */
  marked: z.int(),
  /** Marked by the caller. */
  mine: z.int(),
});

const script = z.object({
  code,
  /** As it was written; empty where it was performed. */
  answer: z.string(),
  files: z.array(shownFile),
  /** Which answer this is: a mark is given for it, and for no other. */
  basis: z.string(),
  /** What the caller gave before. */
  given: givenPoints.nullable(),
  /** Who was seen, where it was performed: assessors mark the person before them. */
  person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
});
export type MarkingScript = z.output<typeof script>;

export const markingCalls = defineCalls('marking', {
  getList: {
    summary: "What the caller's marker groups have to mark, exam by exam",
    input: z.object({ kind: z.enum(taskKinds) }),
    output: z.object({
      items: z.array(
        z.object({ planId: id, name: z.string(), group: z.string(), endMs: epochMs, released: z.boolean(), tasks: z.array(taskFigures) }),
      ),
    }),
    access: marker,
    errors: [],
    changes: false,
  },
  getTask: {
    summary: 'One question with its scoring points, and what is left of it',
    input: task,
    output: z.object({
      name: z.string(),
      released: z.boolean(),
      figures: taskFigures,
      stem: z.string(),
      reference: z.string(),
      items: z.array(rubricItem),
      veto: z.array(z.string()),
      /** The caller's, newest first; of what is performed, everybody who is to be marked. */
      scripts: z.array(
        z.object({
          code,
          total: z.number().nullable(),
          markedMs: epochMs.nullable(),
          person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
        }),
      ),
    }),
    access: marker,
    errors: ['notFound'],
    changes: false,
  },
  take: {
    summary:
      'The next script nobody else has; with `code` one the caller marked before, or somebody who performed. Theirs alone for a while',
    input: task.extend({ code: code.optional() }),
    output: z.object({ script: script.nullable() }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  giveBack: {
    summary: 'Somebody else may take it',
    input: task.extend({ code }),
    output: empty,
    access: marker,
    errors: ['notFound'],
    changes: true,
  },
  mark: {
    summary: 'Points for the answer that was shown. A later mark of the same marker replaces it, until the scores are released',
    input: task.extend({ code, basis: z.string().max(64), given: givenPoints }),
    output: z.object({ total: z.number() }),
    access: marker,
    errors: ['notFound', 'conflict', 'invalid', 'refused'],
    changes: true,
  },
});
