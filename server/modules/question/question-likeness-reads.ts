import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import type { Database } from '../../db/schema.ts';
import { questionHash } from './question-hash.ts';
import { questionNearStore } from './question-near-store.ts';
import { bandsOf, isNear, likenessOfSorted, plainOf, sortedShinglesOf } from './question-sketch.ts';

export { likeliest } from './question-nearness.ts';

/** Content of a question for comparison. Two questions are alike if their hashes are equal, or if they share a band and nearly all words. */
export interface QuestionContent {
  readonly questionId: number;
  readonly hash: string;
  /** Bands depend on the bank: these belong to the bank that is searched. */
  readonly bands: readonly number[];
  readonly plain: string;
}

/** Computes the content of a question for comparison with the bank of the school `bankId`. */
export function contentOf(question: QuestionBody & { readonly id: number }, bankId: number): QuestionContent {
  const plain = plainOf(question);
  return { questionId: question.id, hash: questionHash(question), bands: bandsOf(plain, bankId), plain };
}

/** Returns a function that compares texts with `plain`; the shingles of `plain` are computed once. */
export function nearnessTo(plain: string): (other: string) => boolean {
  const mine = sortedShinglesOf(plain);
  return (other) => isNear(likenessOfSorted(mine, sortedShinglesOf(other)));
}

const hashesPerQuery = 500;

/** Returns ids of the school's own questions that equal or nearly equal one of the contents. */
export async function likeQuestions(
  db: Kysely<Database>,
  schoolId: number,
  contents: readonly Omit<QuestionContent, 'questionId'>[],
): Promise<Set<number>> {
  const alike = new Set<number>();
  for (let at = 0; at < contents.length; at += hashesPerQuery) {
    const rows = await db
      .selectFrom('question')
      .select('id')
      .where('school_id', '=', schoolId)
      .where(
        'hash',
        'in',
        contents.slice(at, at + hashesPerQuery).map(({ hash }) => hash),
      )
      .execute();
    for (const { id } of rows) alike.add(id);
  }
  for (const id of await questionNearStore(db).allNear(contents)) alike.add(id);
  return alike;
}
