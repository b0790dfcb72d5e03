import type { QuizResult } from '../../contract/learning/learn.ts';
import { type Span, mergeSpans } from './learned-spans.ts';

/** Returns the newer of two answers to one question. For the same moment the wrong one wins, so that the order of arrival does not matter. */
const chooseNewerResult = (a: QuizResult, b: QuizResult): QuizResult => (a.atMs === b.atMs ? (a.correct ? b : a) : a.atMs > b.atMs ? a : b);

/** Merges results to one answer per question, in any order and with repetitions. */
export function mergeQuizResults(...all: readonly (readonly QuizResult[])[]): QuizResult[] {
  const resultByQuestion = new Map<number, QuizResult>();
  for (const result of all.flat()) {
    const known = resultByQuestion.get(result.questionId);
    resultByQuestion.set(result.questionId, known === undefined ? result : chooseNewerResult(known, result));
  }
  return [...resultByQuestion.values()].toSorted((a, b) => a.questionId - b.questionId);
}

/** Returns the answered questions as spans of indexes. Questions added to a quiz later are therefore still open. */
export function listAnsweredSpans(questionIds: readonly number[], results: readonly QuizResult[]): [number, number][] {
  const answered = new Set(results.map((result) => result.questionId));
  return mergeSpans(questionIds.flatMap((id, at): Span[] => (answered.has(id) ? [[at, at + 1]] : [])));
}

/** Replaces quiz questions that may not be shown now with null, so that their ids stay secret and the other questions keep their index. */
export const hideHeldQuestions = (questionIds: readonly number[], askedIds: ReadonlySet<number>): (number | null)[] =>
  questionIds.map((id) => (askedIds.has(id) ? id : null));

/** Returns the questions that may not be shown now (null in `shownIds`), as spans of indexes. They count as done. */
export const listHeldQuestionSpans = (shownIds: readonly (number | null)[]): [number, number][] =>
  mergeSpans(shownIds.flatMap((id, at): Span[] => (id === null ? [[at, at + 1]] : [])));
