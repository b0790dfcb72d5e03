import type { PracticeAnswer } from '../../contract/learning/exercise.ts';

/** Orders answers by time, then id. Devices with the same answers thus get the same order, however the answers arrived. */
const compareAnswers = (a: PracticeAnswer, b: PracticeAnswer): number =>
  a.answeredMs - b.answeredMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Maximum number of answers of one person that devices and server evaluate; the newest ones. */
export const maxEvaluatedAnswers = 5000;

/** Returns the newest `maxEvaluatedAnswers` answers without duplicates, oldest first. */
export function listNewestAnswers<A extends PracticeAnswer>(answers: Iterable<A>): A[] {
  const once = new Map([...answers].map((answer) => [answer.id, answer]));
  return [...once.values()].toSorted(compareAnswers).slice(-maxEvaluatedAnswers);
}

/** Maps each question to its newest answer. */
export function mapLastAnswers(answers: Iterable<PracticeAnswer>): Map<number, PracticeAnswer> {
  const last = new Map<number, PracticeAnswer>();
  for (const answer of [...answers].toSorted(compareAnswers)) last.set(answer.questionId, answer);
  return last;
}

/** Number of right answers in a row after which a question leaves the wrong book (错题本), the learner's list of questions answered wrong. */
export const masteredStreak = 2;

/** Maps each question that was answered wrong and not mastered since to the number of right answers it still needs. */
export function buildWrongBook(answers: Iterable<PracticeAnswer>): Map<number, number> {
  const remainingByQuestion = new Map<number, number>();
  // Two devices may report the same answer; it counts once.
  const answerById = new Map([...answers].map((answer) => [answer.id, answer]));
  for (const { questionId, correct } of [...answerById.values()].toSorted(compareAnswers)) {
    if (!correct) remainingByQuestion.set(questionId, masteredStreak);
    else if (remainingByQuestion.has(questionId)) {
      const remaining = (remainingByQuestion.get(questionId) ?? 0) - 1;
      if (remaining > 0) remainingByQuestion.set(questionId, remaining);
      else remainingByQuestion.delete(questionId);
    }
  }
  return remainingByQuestion;
}

const dayMs = 86_400_000;
/** Days until a question is due for repetition, after the first, second, … right answer in a row. */
export const repetitionDays = [1, 3, 7, 15, 30, 60] as const;

/** Maps each question to the time of its next repetition: at once after a wrong answer, then at growing intervals while the answers are right. */
export function computeDueTimes(answers: Iterable<PracticeAnswer>): Map<number, number> {
  const stateByQuestion = new Map<number, { streak: number; dueMs: number }>();
  for (const { questionId, correct, answeredMs } of listNewestAnswers(answers)) {
    const earlierState = stateByQuestion.get(questionId);
    if (!correct) {
      stateByQuestion.set(questionId, { streak: 0, dueMs: answeredMs });
      continue;
    }
    // A right answer before the due time proves little about memory, so it does not lengthen the interval.
    if (earlierState && earlierState.streak > 0 && answeredMs < earlierState.dueMs) continue;
    const inARow = Math.min((earlierState?.streak ?? 0) + 1, repetitionDays.length);
    stateByQuestion.set(questionId, { streak: inARow, dueMs: answeredMs + (repetitionDays[inARow - 1] ?? 1) * dayMs });
  }
  return new Map([...stateByQuestion].map(([questionId, { dueMs }]) => [questionId, dueMs]));
}
