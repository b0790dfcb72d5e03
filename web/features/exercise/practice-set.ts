import type { PracticeAnswer, PracticeQuestion } from '../../../sync/contract/learning/exercise.ts';
import type { PracticeSitting, PracticeStar } from '../../../sync/contract/learning/practice-own.ts';
import { derivePracticeSitting } from '../../../sync/domain/learning/practice-own.ts';
import { computeDueTimes, mapLastAnswers, buildWrongBook } from '../../../sync/domain/learning/wrong-book.ts';
import type { PracticePack } from '../../platform/practice/practice-cache.ts';
import { getStarredIds } from './own-paper.ts';

export const dailyQuestionCount = 20;
export const practiceSets = ['category', 'wrong', 'due', 'unseen', 'daily', 'point', 'starred'] as const;
export type PracticeSet = (typeof practiceSets)[number];

/** Returns the questions to practise next: wrong ones first, then those due for repetition, unseen ones, and those due later. */
export function listPracticeQuestions(
  pack: PracticePack,
  answers: readonly PracticeAnswer[],
  set: PracticeSet,
  categoryId: number,
  nowMs: number,
  pointPlace: { readonly table: string; readonly point: string },
  stars: readonly PracticeStar[],
): PracticeQuestion[] {
  const wrongBook = buildWrongBook(answers);
  const lastAnswers = mapLastAnswers(answers);
  const dueTimes = computeDueTimes(answers);
  const isDue = ({ id }: PracticeQuestion): boolean => (dueTimes.get(id) ?? Infinity) <= nowMs;
  const category = pack.categories.find((each) => each.id === categoryId)?.category;
  const urgency = (question: PracticeQuestion): number =>
    wrongBook.has(question.id) ? -3 : isDue(question) ? -2 : lastAnswers.has(question.id) ? (dueTimes.get(question.id) ?? 0) : -1;
  const sorted = pack.questions.toSorted((a, b) => urgency(a) - urgency(b) || a.id - b.id);
  switch (set) {
    case 'wrong':
      return sorted.filter(({ id }) => wrongBook.has(id));
    case 'due':
      return sorted.filter(isDue);
    case 'unseen':
      return sorted.filter(({ id }) => !lastAnswers.has(id)).slice(0, dailyQuestionCount);
    case 'daily':
      return sorted.slice(0, dailyQuestionCount);
    case 'starred': {
      const favourites = getStarredIds(stars);
      return sorted.filter(({ id }) => favourites.has(id));
    }
    case 'point':
      return sorted.filter(({ table, point }) => point === pointPlace.point && table === pointPlace.table);
    case 'category':
      return category === undefined ? [] : sorted.filter((each) => each.category === category || each.category.startsWith(`${category}/`));
  }
}

/** Returns the unanswered questions of a sitting in order; none once it has ended. Questions missing from this device's pack are skipped. */
export function listUnansweredQuestions(
  pack: PracticePack,
  answers: readonly PracticeAnswer[],
  sitting: PracticeSitting,
  nowMs: number,
): PracticeQuestion[] {
  const { stage, judged } = derivePracticeSitting(sitting, answers, nowMs);
  if (stage === 'ended') return [];
  const known = new Map(pack.questions.map((question) => [question.id, question]));
  return sitting.questionIds.flatMap((id) => (judged.has(id) ? [] : (known.get(id) ?? [])));
}
