import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { Database } from '../../../../db/schema.ts';
import { hashQuestion } from './question-hash.ts';
import { createQuestionNearStore } from './question-near-store.ts';
import { computeBands, isNearLikeness, computeSortedLikeness, getComparisonText, computeSortedShingles } from './question-sketch.ts';
import { sliceValues } from '../../../../db/slice-values.ts';

export { findLikeliest } from './question-nearness.ts';

/**
 * Content of a question for comparison. Two questions are alike if their hashes are equal, or if they share a band (hash that similar texts have in
 * common) and nearly all words.
 */
export interface QuestionContent {
  readonly questionId: number;
  readonly hash: string;
  /** Bands that `computeBands` computed for the bank in which to search. */
  readonly bands: readonly number[];
  readonly plain: string;
}

/** Computes the content of a question for comparison with the bank of the school `bankId`. */
export function computeQuestionContent(question: QuestionBody & { readonly id: number }, bankId: number): QuestionContent {
  const plain = getComparisonText(question);
  return { questionId: question.id, hash: hashQuestion(question), bands: computeBands(plain, bankId), plain };
}

/** Returns a function that compares texts with `plain`; the shingles of `plain` are computed once. */
export function createNearComparison(plain: string): (other: string) => boolean {
  const mine = computeSortedShingles(plain);
  return (other) => isNearLikeness(computeSortedLikeness(mine, computeSortedShingles(other)));
}

const hashesPerQuery = 500;

/** Returns ids of the school's own questions that equal or nearly equal one of the contents. */
export async function findLikeQuestions(
  db: Kysely<Database>,
  schoolId: number,
  contents: readonly Omit<QuestionContent, 'questionId'>[],
): Promise<Set<number>> {
  const likeIds = new Set<number>();
  for (const contentSlice of sliceValues(contents, hashesPerQuery)) {
    const rows = await db
      .selectFrom('question')
      .select('id')
      .where('school_id', '=', schoolId)
      .where(
        'hash',
        'in',
        contentSlice.map(({ hash }) => hash),
      )
      .execute();
    for (const { id } of rows) likeIds.add(id);
  }
  for (const id of await createQuestionNearStore(db).allNear(contents)) likeIds.add(id);
  return likeIds;
}
