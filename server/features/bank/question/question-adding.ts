import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { getOwnerSchoolId } from './question-row.ts';
import { createQuestionStore, type NewQuestion, prepareQuestions, type QuestionAddOptions } from './question-store.ts';

/** Adds all questions or none, outside of a call: no audit entry is written. Returns those that were added. */
export async function addQuestions(
  db: Kysely<Database>,
  questions: readonly NewQuestion[],
  options: QuestionAddOptions,
): Promise<readonly NewQuestion[]> {
  const prepared = await prepareQuestions(questions, options);
  return runUnitOfWork(db, getOwnerSchoolId(options.schoolId) ?? 'everything', {}, (tx) =>
    createQuestionStore(tx).addAll(tx, prepared, options),
  );
}
