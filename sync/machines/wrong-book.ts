import type { PracticeAnswer } from '../contract/exercise.ts';

/** The order of answers, the same on every device that knows the same ones, whenever each came. */
const inOrder = (a: PracticeAnswer, b: PracticeAnswer): number => a.answeredMs - b.answeredMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A person's answers are looked back on so far, on every device and on the server alike. */
export const mostAnswers = 5000;

/** The newest of them, each once, oldest first. */
export function newestAnswers<A extends PracticeAnswer>(answers: Iterable<A>): A[] {
  const once = new Map([...answers].map((answer) => [answer.id, answer]));
  return [...once.values()].toSorted(inOrder).slice(-mostAnswers);
}

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

const dayMs = 86_400_000;
/** Days until a question comes back, by how often it was right in a row. */
export const repeatDays = [1, 3, 7, 15, 30, 60] as const;

/** Question → when it is to be repeated: at once after it was wrong, later and later the longer it is right. */
export function dueTimes(answers: Iterable<PracticeAnswer>): Map<number, number> {
  const known = new Map<number, { inARow: number; dueMs: number }>();
  for (const { questionId, correct, answeredMs } of newestAnswers(answers)) {
    const before = known.get(questionId);
    if (!correct) {
      known.set(questionId, { inARow: 0, dueMs: answeredMs });
      continue;
    }
    // Right once more before it was due says little of what stays.
    if (before && before.inARow > 0 && answeredMs < before.dueMs) continue;
    const inARow = Math.min((before?.inARow ?? 0) + 1, repeatDays.length);
    known.set(questionId, { inARow, dueMs: answeredMs + (repeatDays[inARow - 1] ?? 1) * dayMs });
  }
  return new Map([...known].map(([questionId, { dueMs }]) => [questionId, dueMs]));
}
