import type { PracticeAnswer } from '../contract/exercise.ts';

/** The order of answers, the same on every device that knows the same ones, whenever each came. */
const inOrder = (a: PracticeAnswer, b: PracticeAnswer): number => a.answeredMs - b.answeredMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Question → its newest answer. */
export function lastAnswers(answers: Iterable<PracticeAnswer>): Map<number, PracticeAnswer> {
  const last = new Map<number, PracticeAnswer>();
  for (const answer of [...answers].toSorted(inOrder)) last.set(answer.questionId, answer);
  return last;
}

/** A question leaves the book once it was right so often in a row since it was last wrong. */
export const rightInARow = 2;

/** Questions that were answered wrong and not mastered since: how often they must still be right. */
export function wrongBook(answers: Iterable<PracticeAnswer>): Map<number, number> {
  const left = new Map<number, number>();
  // Told by two devices, an answer is one.
  const once = new Map([...answers].map((answer) => [answer.id, answer]));
  for (const { questionId, correct } of [...once.values()].toSorted(inOrder)) {
    if (!correct) left.set(questionId, rightInARow);
    else if (left.has(questionId)) {
      const rest = (left.get(questionId) ?? 0) - 1;
      if (rest > 0) left.set(questionId, rest);
      else left.delete(questionId);
    }
  }
  return left;
}
