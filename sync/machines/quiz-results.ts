import type { QuizResult } from '../contract/learn.ts';
import { type Span, unionOf } from './learned-spans.ts';

/** Of two answers to one question the newer; at the same moment the wrong one, so that every order of arrival gives the same. */
const newer = (a: QuizResult, b: QuizResult): QuizResult => (a.atMs === b.atMs ? (a.correct ? b : a) : a.atMs > b.atMs ? a : b);

/** One answer a question, whatever order they come in and however often. */
export function joinResults(...all: readonly (readonly QuizResult[])[]): QuizResult[] {
  const kept = new Map<number, QuizResult>();
  for (const result of all.flat()) {
    const known = kept.get(result.questionId);
    kept.set(result.questionId, known === undefined ? result : newer(known, result));
  }
  return [...kept.values()].toSorted((a, b) => a.questionId - b.questionId);
}

/** Of these questions, those that were answered: a quiz that was changed since is asked for what is new in it. */
export function answeredSpans(questionIds: readonly number[], results: readonly QuizResult[]): [number, number][] {
  const answered = new Set(results.map((result) => result.questionId));
  return unionOf(questionIds.flatMap((id, at): Span[] => (answered.has(id) ? [[at, at + 1]] : [])));
}

/** What nobody can answer now, because an exam holds it, keeps nobody from being done. */
export const asideSpans = (questionIds: readonly number[], askedIds: ReadonlySet<number>): [number, number][] =>
  unionOf(questionIds.flatMap((id, at): Span[] => (askedIds.has(id) ? [] : [[at, at + 1]])));
