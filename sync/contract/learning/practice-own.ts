import { z } from 'zod';
import { categoryPath } from '../bank/category.ts';
import { difficulty, sectionType } from '../codes.ts';
import { epochMs, id, shortText, uuid } from '../scalars.ts';

/** Maximum number of questions in a practice paper that a learner makes. */
export const maxOwnPaperQuestions = 200;
const questionIds = z.array(id).min(1).max(maxOwnPaperQuestions);

/** Fields of every record that a device creates without the server. If two versions of a record differ, the later change wins. */
const own = { id: uuid, changedMs: epochMs, removed: z.boolean() };

/** Rules by which a learner draws a practice paper. An empty list allows everything. */
export const practiceDrawRules = z.object({
  from: z.enum(['open', 'wrong', 'unseen', 'starred']),
  categories: z.array(z.string().max(200)).max(50),
  points: z.array(z.string().max(60)).max(200),
  types: z.array(z.literal(Object.values(sectionType))).max(20),
  difficulties: z.array(z.literal(Object.values(difficulty))).max(3),
  count: z.int().min(1).max(maxOwnPaperQuestions),
});
export type PracticeDrawRules = z.output<typeof practiceDrawRules>;

export const practicePaper = z.object({ ...own, name: shortText.max(60), category: categoryPath, draw: practiceDrawRules, questionIds });
export type PracticePaper = z.output<typeof practicePaper>;

/** One sitting of a learner's practice paper. Answers name their sitting (`PracticeAnswer.sittingId`), so the score follows from the answers. */
export const practiceSitting = z.object({
  ...own,
  paperId: uuid,
  name: shortText.max(60),
  questionIds,
  plannedMs: epochMs,
  /** Time limit of the sitting in minutes, from the first answer on; null for no limit. */
  minutes: z.int().min(1).max(720).nullable(),
  /** Time at which the learner ended the sitting; null before. An ended sitting cannot be continued. */
  endedMs: epochMs.nullable(),
});
export type PracticeSitting = z.output<typeof practiceSitting>;

/** A question marked as a favourite. */
export const practiceStar = z.object({ ...own, questionId: id });
export type PracticeStar = z.output<typeof practiceStar>;

export const ownPracticeRecords = z.object({
  papers: z.array(practicePaper).max(2_000),
  sittings: z.array(practiceSitting).max(2_000),
  stars: z.array(practiceStar).max(2_000),
});
export type OwnPracticeRecords = z.output<typeof ownPracticeRecords>;

export const ownPracticeUpload = z.object({
  papers: z.array(practicePaper).max(50),
  sittings: z.array(practiceSitting).max(50),
  stars: z.array(practiceStar).max(50),
});
export const ownRecordKinds = ['papers', 'sittings', 'stars'] as const satisfies readonly (keyof OwnPracticeRecords)[];
