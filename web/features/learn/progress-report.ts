import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { mergeQuizResults } from '../../../sync/domain/learning/quiz-results.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { LocalCourse } from './use-learn-course.ts';

/** Origin of a learning platform that the learner has allowed to receive the progress in a course. */
interface ProgressReceiver {
  /** The learner who has allowed the reports; the next person at this window has not. */
  readonly userId: number;
  readonly courseId: number;
  readonly origin: string;
}

/** The receiver of this window's reports; null if there is none. It ends with the window, like the connection to the page that opened it. */
export const progressReceiverAtom = atom<ProgressReceiver | null>(null);

const isHello = (data: unknown): boolean => typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'wenkao.hello';

/** Calls `onHello` with the origin of each greeting of the page that opened this window. Other windows are ignored. Returns a function that stops it. */
export function listenForHello(onHello: (origin: string, answer: (message: object) => void) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent): void => {
    const opener = window.opener as Window | null;
    if (opener === null || source !== opener || !isHello(data)) return;
    onHello(origin, (message) => opener.postMessage(message, origin));
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

type ReportedCourse = Pick<LocalCourse, 'allLessons'>;

/**
 * Computes the report of a course for a learning platform, from the progress that the server has confirmed. `measure`: share of finished lessons, 0 to 1. `score`:
 * share of right answers, once every question of the quizzes is answered; null in a course without quizzes.
 */
export function computeReport({ allLessons }: ReportedCourse) {
  const doneCount = allLessons.filter(({ progress }) => progress.done).length;
  const questionIds = new Set(allLessons.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const results = mergeQuizResults(...allLessons.map(({ progress }) => progress.results)).filter(({ questionId }) =>
    questionIds.has(questionId),
  );
  const rightCount = results.filter(({ correct }) => correct).length;
  return {
    measure: allLessons.length === 0 ? 0 : doneCount / allLessons.length,
    completed: allLessons.length > 0 && doneCount === allLessons.length,
    score: questionIds.size > 0 && results.length === questionIds.size ? rightCount / questionIds.size : null,
  };
}

/** Answers the greetings of the learning platform that opened this window with the progress in a course, if the learner has allowed it. */
export function useProgressReport(course: (ReportedCourse & { readonly id: number }) | undefined): void {
  const receiver = useAtomValue(progressReceiverAtom);
  const userId = useAtomValue(sessionUserAtom)?.id;
  const courseRef = useLatest(course);
  useEffect(() => {
    if (receiver === null || receiver.userId !== userId) return undefined;
    return listenForHello((origin, answer) => {
      const { current } = courseRef;
      if (origin === receiver.origin && current?.id === receiver.courseId) answer({ kind: 'wenkao.progress', ...computeReport(current) });
    });
  }, [receiver, userId, courseRef]);
}
