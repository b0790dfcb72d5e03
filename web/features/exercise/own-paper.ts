import type { PracticeAnswer, PracticeQuestion } from '../../../sync/contract/exercise.ts';
import type { PracticeDraw, PracticePaper, PracticeSitting, PracticeStar } from '../../../sync/contract/practice-own.ts';
import { lastAnswers, wrongBook } from '../../../sync/machines/wrong-book.ts';

/** Returns true if `category` is `path` or one of its subcategories. */
export const below = (category: string, path: string): boolean => category === path || category.startsWith(`${path}/`);

/** Returns the questions of the practice pack that match the criteria of a draw. */
export function drawable(
  questions: readonly PracticeQuestion[],
  answers: readonly PracticeAnswer[],
  stars: readonly PracticeStar[],
  draw: Omit<PracticeDraw, 'count'>,
): PracticeQuestion[] {
  const wrong = wrongBook(answers);
  const last = lastAnswers(answers);
  const favourites = starred(stars);
  const stands: Readonly<Record<PracticeDraw['from'], (id: number) => boolean>> = {
    open: () => true,
    wrong: (id) => wrong.has(id),
    unseen: (id) => !last.has(id),
    starred: (id) => favourites.has(id),
  };
  const any = <T>(list: readonly T[], is: (one: T) => boolean): boolean => list.length === 0 || list.some(is);
  return questions.filter(
    (question) =>
      stands[draw.from](question.id) &&
      any(draw.categories, (path) => below(question.category, path)) &&
      any(draw.points, (point) => question.point === point) &&
      any(draw.types, (type) => question.type === type) &&
      any(draw.difficulties, (difficulty) => question.difficulty === difficulty),
  );
}

/** Draws `count` questions at random and sorts them by type, then id. `chance` returns numbers in [0, 1). */
export function drawn(questions: readonly PracticeQuestion[], count: number, chance: () => number): number[] {
  return questions
    .map((question) => ({ question, lot: chance() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ question }) => question)
    .toSorted((a, b) => a.type - b.type || a.id - b.id)
    .map(({ id }) => id);
}

type Own = { readonly papers: readonly PracticePaper[]; readonly sittings: readonly PracticeSitting[] };
export const livingPapers = (own: Own): PracticePaper[] => own.papers.filter((paper) => !paper.removed);
export const livingSittings = (own: Own): PracticeSitting[] => own.sittings.filter((sitting) => !sitting.removed);
/** Returns the ids of the current favourites. */
export const starred = (stars: readonly PracticeStar[]): ReadonlySet<number> =>
  new Set(stars.flatMap((star) => (star.removed ? [] : [star.questionId])));
export const categoriesOf = (papers: readonly { readonly category: string }[]): string[] =>
  [...new Set(papers.map((paper) => paper.category))].filter((path) => path !== '').toSorted((a, b) => a.localeCompare(b));
