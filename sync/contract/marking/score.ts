import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { textNoteKinds } from './text-note.ts';
import { answerKey } from '../bank/question-body.ts';
import { emptyInput, epochMs, id, shortText } from '../scalars.ts';

const keepers = ['school', 'teacher'] as const;
const examineeRoles = ['student', 'examUser'] as const;
const plan = z.object({ planId: id });
const reads = [{ of: 'plan', act: 'keys', at: 'planId' }] as const;
const changes = [{ of: 'plan', act: 'change', at: 'planId' }] as const;

/**
 * Correction of a question's key after the exam. `keys`: several keys of which the best result counts, so "C or B" is two keys. `full`:
 * all examinees get its points. `out`: the question does not count, and the others count more, so that the total stays the same.
 */
export const keyCorrection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(answerKey).min(1).max(6) }),
  z.object({ kind: z.literal('full') }),
  z.object({ kind: z.literal('out') }),
]);
export type KeyCorrection = z.output<typeof keyCorrection>;

/** `correction`: null to let the published key count again. */
const corrected = plan.extend({ questionId: id, correction: keyCorrection.nullable() });

const changedScore = z.object({
  userId: id,
  name: z.string(),
  ticketNo: z.string(),
  before: z.number(),
  after: z.number(),
  passedBefore: z.boolean(),
  passedAfter: z.boolean(),
});

const itemAnalysis = z.object({
  questionId: id,
  /** Number of the question in the first variant that contains it. */
  number: z.string(),
  section: z.string(),
  type: z.int(),
  text: z.string(),
  points: z.number(),
  key: answerKey,
  correction: keyCorrection.nullable(),
  attempts: z.int(),
  /** Mean share of the question's points that examinees got, from 0 to 1; null if no examinee had the question. */
  ease: z.number().nullable(),
  /** Correlation of the points for this question with the points for the rest of the paper. */
  discrimination: z.number().nullable(),
  /**
   * Number of examinees who chose each option, and the mean of their total points. For a matching question, `id` is the number of a left item,
   * and the examinees are those who matched it correctly.
   */
  options: z.array(z.object({ id: z.string(), count: z.int(), mean: z.number().nullable() })),
});

const review = z.object({
  text: z.string(),
  askedMs: epochMs,
  /** Result of the score review; null while it is not answered. */
  granted: z.boolean().nullable(),
  answer: z.string(),
  answeredMs: epochMs.nullable(),
});

export const scoreCalls = defineCalls('score', {
  getAnalysis: {
    summary: 'What an exam says of its questions and of its paper, and which keys were corrected',
    input: plan,
    output: z.object({
      attempts: z.int(),
      mean: z.number().nullable(),
      /** Standard deviation of the examinees' total points. */
      spread: z.number().nullable(),
      /** Cronbach's alpha of the variant that most examinees sat. */
      reliability: z.number().nullable(),
      items: z.array(itemAnalysis),
      corrections: z.array(
        z.object({
          questionId: id,
          correction: keyCorrection.nullable(),
          reason: z.string(),
          changed: z.int(),
          by: z.string(),
          ms: epochMs,
        }),
      ),
    }),
    access: keepers,
    rows: reads,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  previewCorrection: {
    summary: 'Whose score would change; nothing is written',
    input: corrected,
    output: z.object({ examinees: z.int(), changed: z.array(changedScore) }),
    access: keepers,
    rows: reads,
    errors: ['notFound', 'refused', 'invalid'],
    changes: false,
  },
  correct: {
    summary:
      'Correct a key: everybody is marked anew. `changed`: how many scores the preview named; another number now, and nothing is done',
    input: corrected.extend({ reason: shortText.max(300), changed: z.int().min(0) }),
    output: z.object({ changed: z.int() }),
    access: keepers,
    rows: changes,
    errors: ['notFound', 'refused', 'invalid', 'conflict'],
    changes: true,
    once: true,
  },
  recount: {
    summary: 'Everybody’s score made anew from the log, and what of it is not what stood there',
    input: plan,
    output: z.object({
      counted: z.int(),
      different: z.array(z.object({ userId: id, name: z.string(), before: z.number(), after: z.number() })),
    }),
    access: keepers,
    rows: changes,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getReviews: {
    summary: 'Who asked for their score to be looked at again',
    input: plan,
    output: z.object({
      untilMs: epochMs.nullable(),
      items: z.array(
        review.extend({
          userId: id,
          name: z.string(),
          ticketNo: z.string(),
          points: z.number().nullable(),
          by: z.string(),
          items: z.array(
            z.object({
              itemId: z.string(),
              section: z.string(),
              text: z.string(),
              points: z.number(),
              max: z.number(),
              /** Marks and notes without the markers' names. Each note quotes the text it is about. */
              marks: z.array(
                z.object({
                  points: z.number(),
                  comment: z.string(),
                  notes: z.array(z.object({ quote: z.string(), kind: z.enum(textNoteKinds), text: z.string() })),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
    access: keepers,
    rows: reads,
    errors: ['notFound'],
    changes: false,
  },
  answerReview: {
    summary: 'Answer a request. Granted, the points of one question are set',
    input: plan.extend({
      userId: id,
      granted: z.boolean(),
      answer: shortText.max(1000),
      change: z.object({ itemId: z.string().max(8), points: z.number().min(0).max(1000).multipleOf(0.01) }).nullable(),
    }),
    output: emptyInput,
    access: keepers,
    rows: changes,
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
  },
  myReview: {
    summary: 'Until when the caller may ask for their score to be looked at again, and what came of it',
    input: plan,
    output: z.object({ untilMs: epochMs, mayAsk: z.boolean(), review: review.nullable() }),
    access: examineeRoles,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  askReview: {
    summary: 'Ask for one’s score to be looked at again, once, within the working days that its plan gives after the release',
    input: plan.extend({ text: shortText.max(1000) }),
    output: emptyInput,
    access: examineeRoles,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
});
