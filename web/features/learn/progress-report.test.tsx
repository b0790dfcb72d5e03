import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { LearningProgress } from '../../../sync/contract/learning/learn.ts';
import { createSessionUser, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { appStore } from '../../platform/session/session-atoms.ts';
import { CourseWindowPage } from './pages/course-window-page.tsx';
import { computeReport, progressReceiverAtom, useProgressReport } from './progress-report.ts';
import type { LocalLesson } from './use-learn-course.ts';

const lms = 'https://lms.school.test';
const lesson = (id: number, progress: Partial<LearningProgress>, questionIds: readonly number[] = []) =>
  ({
    id,
    questions: questionIds.map((questionId) => ({ id: questionId })),
    progress: { spans: [], position: 0, done: false, results: [], ...progress },
  }) as unknown as LocalLesson;
const result = (questionId: number, correct: boolean) => ({ questionId, correct, atMs: 1 });

/** Gives this test's window an opener that stands for the page of the learning platform, and collects the messages posted to it. */
function openLearningPlatform() {
  const posted: [message: unknown, target: string][] = [];
  const opener = { postMessage: (message: unknown, target: string) => void posted.push([message, target]) };
  Object.defineProperty(window, 'opener', { value: opener, configurable: true });
  onTestFinished(() => void Object.defineProperty(window, 'opener', { value: null, configurable: true }));
  const hello = (origin = lms, source: unknown = opener) =>
    window.dispatchEvent(new MessageEvent('message', { data: { kind: 'wenkao.hello' }, origin, source: source as Window }));
  return { posted, hello };
}

beforeEach(async () => {
  appStore.set(progressReceiverAtom, null);
  await i18n.load(['learning', 'app', 'words']);
});

describe('computeReport', () => {
  it('measures the share of lessons that the server has confirmed', () => {
    expect(computeReport({ allLessons: [] })).toEqual({ measure: 0, completed: false, score: null });
    const half = [lesson(1, { done: true }), lesson(2, {})];
    expect(computeReport({ allLessons: half })).toEqual({ measure: 0.5, completed: false, score: null });
    expect(computeReport({ allLessons: half.slice(0, 1) })).toEqual({ measure: 1, completed: true, score: null });
  });

  it('has a score once every question of the quizzes is answered', () => {
    const quiz = (results: LearningProgress['results']) => [lesson(1, { done: true, results }, [7, 8])];
    expect(computeReport({ allLessons: quiz([result(7, true)]) }).score).toBeNull();
    expect(computeReport({ allLessons: quiz([result(7, true), result(8, false)]) }).score).toBe(0.5);
    // The answer to a question that was taken out of the quiz no longer counts.
    expect(computeReport({ allLessons: quiz([result(7, true), result(8, true), result(9, false)]) }).score).toBe(1);
  });
});

describe('course window opened by a learning platform', () => {
  const open = () =>
    renderPage(<CourseWindowPage />, {
      at: '/course-window/12?school=demo',
      path: '/course-window/:id',
      person: createSessionUser('student'),
    });

  it('waits for its opener, and asks the learner before it reports anything', async () => {
    const { posted, hello } = openLearningPlatform();
    const { person } = await open();
    expect(await screen.findByText('Waiting for the learning platform')).toBeTruthy();
    hello(lms, window);
    expect(screen.getByText('Waiting for the learning platform')).toBeTruthy();
    hello();
    await screen.findByText(/https:\/\/lms\.school\.test/);
    expect(screen.getByText(/signed in as Li Hua/)).toBeTruthy();
    expect(posted).toEqual([]);
    expect(screen.getByRole('link', { name: 'Use another account' }).getAttribute('href')).toMatch(
      /^\/login\/[\w.-]+\?redirect=%2Fcourse-window%2F12%3Fschool%3Ddemo$/,
    );
    await person.click(screen.getByRole('button', { name: 'Agree and start' }));
    await waitFor(() => expect(appStore.get(progressReceiverAtom)).toEqual({ userId: 7, courseId: 12, origin: lms }));
    expect(posted).toEqual([]);
  });

  it('reports only the refusal if the learner declines', async () => {
    const { posted, hello } = openLearningPlatform();
    const { person } = await open();
    hello();
    await person.click(await screen.findByRole('button', { name: 'Do not report' }));
    expect(posted).toEqual([[{ kind: 'wenkao.declined' }, lms]]);
    expect(appStore.get(progressReceiverAtom)).toBeNull();
  });
});

describe('reports of a course', () => {
  function Course({ id }: { id: number }) {
    useProgressReport({ id, allLessons: [lesson(1, { done: true })] });
    return <h1>Course</h1>;
  }

  it('go only to the origin that the learner agreed to, and only for this course', async () => {
    const { posted, hello } = openLearningPlatform();
    await renderPage(<Course id={12} />, { person: createSessionUser('student') });
    const allow = (receiver: object) =>
      act(() => appStore.set(progressReceiverAtom, { userId: 7, courseId: 12, origin: lms, ...receiver }));
    await screen.findByText('Course');
    hello();
    expect(posted).toEqual([]);
    allow({});
    hello();
    expect(posted).toEqual([[{ kind: 'wenkao.progress', measure: 1, completed: true, score: null }, lms]]);
    hello('https://evil.test');
    hello(lms, window);
    for (const other of [{ courseId: 13 }, { userId: 8 }]) {
      allow(other);
      hello();
    }
    expect(posted).toHaveLength(1);
  });
});
