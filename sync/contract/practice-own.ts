import { z } from 'zod';
import { categoryPath } from './category.ts';
import { difficulty, sectionType } from './codes.ts';
import { epochMs, id, shortText, uuid } from './scalars.ts';

/** A practice paper of one's own holds so many questions. */
export const mostOfOwnPaper = 200;
const questionIds = z.array(id).min(1).max(mostOfOwnPaper);

/** Made on a device without asking anybody; of two states of one, what was changed last holds. */
const own = { id: uuid, changedMs: epochMs, removed: z.boolean() };

/** How a practice paper of one's own is drawn: empty lists leave everything in. */
export const practiceDraw = z.object({
  from: z.enum(['open', 'wrong', 'unseen', 'starred']),
  categories: z.array(z.string().max(200)).max(50),
  points: z.array(z.string().max(60)).max(200),
  types: z.array(z.literal(Object.values(sectionType))).max(20),
  difficulties: z.array(z.literal(Object.values(difficulty))).max(3),
  count: z.int().min(1).max(mostOfOwnPaper),
});
export type PracticeDraw = z.output<typeof practiceDraw>;

export const practicePaper = z.object({ ...own, name: shortText.max(60), category: categoryPath, draw: practiceDraw, questionIds });
export type PracticePaper = z.output<typeof practicePaper>;

/** One sitting of such a paper. What was answered in it names it (`PracticeAnswer.sittingId`), so that its score is counted from answers alone. */
export const practiceSitting = z.object({
  ...own,
  paperId: uuid,
  name: shortText.max(60),
  questionIds,
  plannedMs: epochMs,
  /** Time that was allowed, from the first answer on; null: as long as it takes. */
  minutes: z.int().min(1).max(720).nullable(),
  /** Ended by its owner; what ended once stays ended. */
  endedMs: epochMs.nullable(),
});
export type PracticeSitting = z.output<typeof practiceSitting>;

/** A question put by as a favourite. */
export const practiceStar = z.object({ ...own, questionId: id });
export type PracticeStar = z.output<typeof practiceStar>;

export const ownPractice = z.object({
  papers: z.array(practicePaper).max(2_000),
  sittings: z.array(practiceSitting).max(2_000),
  stars: z.array(practiceStar).max(2_000),
});
export type OwnPractice = z.output<typeof ownPractice>;

/** Devices of before there were favourites send none. */
export const ownPracticeSent = z.object({
  papers: z.array(practicePaper).max(50),
  sittings: z.array(practiceSitting).max(50),
  stars: z.array(practiceStar).max(50).default([]),
});
export const ownKinds = ['papers', 'sittings', 'stars'] as const satisfies readonly (keyof OwnPractice)[];
