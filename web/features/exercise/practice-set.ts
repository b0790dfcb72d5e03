import type { PracticeAnswer, PracticeQuestion } from '../../../sync/contract/exercise.ts';
import { lastAnswers, wrongBook } from '../../../sync/machines/wrong-book.ts';
import type { PracticePack } from '../../platform/practice-cache.ts';

export const dailyCount = 20;
export const practiceSets = ['category', 'wrong', 'unseen', 'daily'] as const;
export type PracticeSet = (typeof practiceSets)[number];

/** What is practised next: wrong ones before those never seen, those before what was right longest ago. */
export function questionsOf(
  pack: PracticePack,
  answers: readonly PracticeAnswer[],
  set: PracticeSet,
  categoryId: number,
): PracticeQuestion[] {
  const wrong = wrongBook(answers);
  const last = lastAnswers(answers);
  const category = pack.categories.find((each) => each.id === categoryId)?.category;
  const urgency = (question: PracticeQuestion): number =>
    wrong.has(question.id) ? -2 : last.has(question.id) ? (last.get(question.id)?.answeredMs ?? 0) : -1;
  const sorted = pack.questions.toSorted((a, b) => urgency(a) - urgency(b) || a.id - b.id);
  switch (set) {
    case 'wrong':
      return sorted.filter(({ id }) => wrong.has(id));
    case 'unseen':
      return sorted.filter(({ id }) => !last.has(id)).slice(0, dailyCount);
    case 'daily':
      return sorted.slice(0, dailyCount);
    case 'category':
      return category === undefined ? [] : sorted.filter((each) => each.category === category || each.category.startsWith(`${category}/`));
  }
}
