import type { FormAnswer, FormAnswers } from '../../../sync/contract/applications/form-design.ts';

/**
 * One answer as a draft stores it. Drafts drop properties that are named like a password or an ID number (`draft.ts`). An applicant must find their
 * own number again, and the draft is sealed, so field keys are stored as values, not as property names.
 */
export type AnswerPair = readonly [key: string, answer: FormAnswer];

export const toAnswerPairs = (answers: FormAnswers): AnswerPair[] => Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
export const fromAnswerPairs = (pairs: readonly AnswerPair[]): FormAnswers => Object.fromEntries(pairs);
