import type { FormAnswer, FormAnswers } from '../../../sync/contract/form-design.ts';

/**
 * Answers as a draft keeps them. Drafts leave out whatever is named like a password or an ID number (`draft.ts`); an applicant's own number
 * is theirs to find again, and lies sealed as the rest does: so no key of theirs is a name in it.
 */
export type AnswerPair = readonly [key: string, answer: FormAnswer];

export const pairsOf = (answers: FormAnswers): AnswerPair[] => Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
export const answersOfPairs = (pairs: readonly AnswerPair[]): FormAnswers => Object.fromEntries(pairs);
