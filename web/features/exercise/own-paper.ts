import type { PracticeAnswer, PracticeQuestion } from '../../../sync/contract/learning/exercise.ts';
import type { PracticeDrawRules, PracticePaper, PracticeSitting, PracticeStar } from '../../../sync/contract/learning/practice-own.ts';
import { computeChangedMs } from '../../../sync/domain/learning/practice-own.ts';
import { mapLastAnswers, buildWrongBook } from '../../../sync/domain/learning/wrong-book.ts';

/** Returns true if `category` is `path` or one of its subcategories. */
export const isCategoryBelow = (category: string, path: string): boolean => category === path || category.startsWith(`${path}/`);

/** Returns the questions of the practice pack (the questions stored on this PC for practice) that match the criteria of a draw. */
export function listDrawableQuestions(
  questions: readonly PracticeQuestion[],
  answers: readonly PracticeAnswer[],
  stars: readonly PracticeStar[],
  draw: Omit<PracticeDrawRules, 'count'>,
): PracticeQuestion[] {
  const wrongBook = buildWrongBook(answers);
  const lastAnswers = mapLastAnswers(answers);
  const favourites = getStarredIds(stars);
  const sourceFilters: Readonly<Record<PracticeDrawRules['from'], (id: number) => boolean>> = {
    open: () => true,
    wrong: (id) => wrongBook.has(id),
    unseen: (id) => !lastAnswers.has(id),
    starred: (id) => favourites.has(id),
  };
  const matchesAny = <T>(list: readonly T[], is: (one: T) => boolean): boolean => list.length === 0 || list.some(is);
  return questions.filter(
    (question) =>
      sourceFilters[draw.from](question.id) &&
      matchesAny(draw.categories, (path) => isCategoryBelow(question.category, path)) &&
      matchesAny(draw.points, (point) => question.point === point) &&
      matchesAny(draw.types, (type) => question.type === type) &&
      matchesAny(draw.difficulties, (difficulty) => question.difficulty === difficulty),
  );
}

/** Draws `count` questions at random and sorts them by type, then id. `chance` returns numbers in [0, 1). */
export function drawQuestions(questions: readonly PracticeQuestion[], count: number, chance: () => number): number[] {
  return questions
    .map((question) => ({ question, lot: chance() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ question }) => question)
    .toSorted((a, b) => a.type - b.type || a.id - b.id)
    .map(({ id }) => id);
}

type OwnPractice = { readonly papers: readonly PracticePaper[]; readonly sittings: readonly PracticeSitting[] };
export const listOwnPapers = (own: OwnPractice): PracticePaper[] => own.papers.filter((paper) => !paper.removed);
export const listOwnSittings = (own: OwnPractice): PracticeSitting[] => own.sittings.filter((sitting) => !sitting.removed);
/** Returns the ids of the current favourites. */
export const getStarredIds = (stars: readonly PracticeStar[]): ReadonlySet<number> =>
  new Set(stars.flatMap((star) => (star.removed ? [] : [star.questionId])));
export const listPaperCategories = (papers: readonly { readonly category: string }[]): string[] =>
  [...new Set(papers.map((paper) => paper.category))].filter((path) => path !== '').toSorted((a, b) => a.localeCompare(b));

/** Returns the version (epoch milliseconds) for a change made now to one of the learner's own records. It is above the stored version. */
export const computeRecordVersion = (before: { readonly changedMs: number } | undefined): number => computeChangedMs(Date.now(), before);
