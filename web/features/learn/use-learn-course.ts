import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LearnCourse, LearningSpanRecord, Lesson, QuizResult } from '../../../sync/contract/learning/learn.ts';
import { subtractSpans, isLessonDone, computeLearnedMs, type Span, mergeSpans } from '../../../sync/domain/learning/learned-spans.ts';
import { listHeldQuestionSpans } from '../../../sync/domain/learning/quiz-results.ts';
import { updateStoredAnswer, useStoredCall } from '../../platform/offline-pages/stored-call.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useDeviceQuery } from '../../platform/api/call-query.ts';
import { listDownloadedFiles } from './learn-file-cache.ts';
import { sendNotes } from './note-cache.ts';
import { learnOutbox, ownSpanStore } from './own-outbox.ts';
import { createServerClock } from './server-clock.ts';
import { useLatest } from '../../ui/use-latest.ts';

const sendEveryMs = 10_000;

/** A lesson as shown: the server's progress plus the spans that are only on this device (`undeliveredSpans`). */
export interface LocalLesson extends Lesson {
  readonly undeliveredSpans: readonly Span[];
  /** Quiz answers that are only on this device. */
  readonly undeliveredResults: readonly QuizResult[];
  readonly isDone: boolean;
  /** True if all its files are on this device. */
  readonly isDownloaded: boolean;
  /** True if the course must be learned in order and an earlier lesson is unfinished. */
  readonly isLocked: boolean;
}
export interface LocalCourse extends Omit<LearnCourse, 'sections'> {
  readonly sections: readonly (Omit<LearnCourse['sections'][number], 'items'> & { readonly items: readonly LocalLesson[] })[];
  readonly allLessons: readonly LocalLesson[];
  readonly doneCount: number;
  readonly deliveredMs: number;
  readonly waitingMs: number;
  readonly downloadedBytes: number;
}

/**
 * Sends pending records periodically while the page is open, and once when it closes. Records of a course that was withdrawn meanwhile are sent
 * too.
 */
function useSending(send: () => Promise<void>): void {
  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), sendEveryMs);
    const sendNow = () => void send();
    window.addEventListener('online', sendNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendNow);
      void send();
    };
  }, [send]);
}

/** Sends pending records of all courses while the course list is open. */
export function useSendPendingSpans(userId: number, onDelivered: () => void): void {
  const onDeliveredRef = useLatest(onDelivered);
  const send = useCallback(() => learnOutbox.send(userId, () => onDeliveredRef.current()).catch(console.warn), [userId, onDeliveredRef]);
  useSending(send);
}

/** Loads a course and merges it with the progress stored on this device. */
export function useLearnCourse(id: number) {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const queries = useQueryClient();
  const [clock] = useState(() => createServerClock({ wallMs: () => Date.now(), monoMs: () => performance.now() }));
  const query = useStoredCall('/learn/getById', { id }, ({ nowMs, serverEpoch }, tookMs) => {
    clock.observe(nowMs, tookMs);
    learnOutbox.serverIs(serverEpoch);
  });
  const storedCourse = query.data;
  useEffect(() => {
    if (storedCourse?.keptMs === undefined) return;
    clock.begin(storedCourse.value.nowMs, storedCourse.keptMs);
  }, [clock, storedCourse]);
  useEffect(() => void ownSpanStore.newestMs(userId).then(clock.learnedUntil, console.warn), [clock, userId]);
  const marks = useDeviceQuery(() => learnOutbox.listUndelivered(userId, id).catch(() => []), [userId, id]);
  const files = useDeviceQuery(() => listDownloadedFiles(userId).catch(() => []), [userId]);

  const send = useCallback(async () => {
    const notes = await sendNotes(userId, id).catch(() => null);
    if (notes !== null) updateStoredAnswer(queries, '/learn/getById', { id }, (course) => ({ ...course, notes }));
    await learnOutbox
      .send(userId, (courseId, lessons) =>
        updateStoredAnswer(queries, '/learn/getById', { id: courseId }, (course) => applyProgress(course, lessons)),
      )
      .catch(console.warn);
  }, [userId, id, queries]);
  useSending(send);

  const course = query.data?.value;
  const localCourse = useMemo(
    () => (course === undefined ? undefined : buildLocalCourse(course, marks ?? [], files ?? [])),
    [course, marks, files],
  );
  const [isDiskFull, setDiskFull] = useState(false);
  const keep = useCallback(
    (mark: LearningSpanRecord, growing: boolean) => {
      clock.learnedUntil(mark.toMs);
      void learnOutbox.storeSpan(userId, id, mark, growing).then((isKept) => setDiskFull(!isKept), console.warn);
    },
    [userId, id, clock],
  );
  return {
    course: localCourse,
    userId,
    fromDevice: query.data?.fromDevice === true,
    error: query.error,
    refetch: query.refetch,
    keep,
    isDiskFull,
    serverMs: clock.nowMs,
    send,
  };
}

type ProgressByLesson = ReadonlyMap<number, Lesson['progress']>;
const applyProgress = (course: LearnCourse, lessons: ProgressByLesson): LearnCourse => ({
  ...course,
  sections: course.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, progress: lessons.get(item.id) ?? item.progress })),
  })),
});

function buildLocalCourse(
  course: LearnCourse,
  marks: readonly LearningSpanRecord[],
  files: readonly { readonly url: string; readonly haveBytes: number; readonly sizeBytes: number }[],
): LocalCourse {
  const completeUrls = new Set(files.filter((file) => file.haveBytes >= file.sizeBytes).map((file) => file.url));
  let isUnlocked = true;
  const sections = course.sections.map((section) => ({
    ...section,
    items: section.items.map((item): LocalLesson => {
      const lessonMarks = marks.filter((mark) => mark.coursewareId === item.id).toSorted((a, b) => a.toMs - b.toMs);
      const waiting = subtractSpans(
        lessonMarks.flatMap((mark) => mark.spans),
        item.progress.spans,
      );
      const waitingResults = lessonMarks.flatMap((mark) => mark.answers.map((answer) => ({ ...answer, atMs: mark.toMs })));
      const aside = listHeldQuestionSpans(item.questionIds);
      const learned = mergeSpans([...item.progress.spans, ...waiting]);
      const done = item.progress.done || (learned.length > 0 && isLessonDone(item.kind, mergeSpans([...learned, ...aside]), item.length));
      const isLocked = course.inOrder && !isUnlocked;
      isUnlocked = isUnlocked && done;
      const lastMark = lessonMarks.at(-1);
      const progress = lastMark === undefined ? item.progress : { ...item.progress, position: lastMark.position };
      const isHere = item.files.length === 0 || item.files.every((file) => completeUrls.has(file.url));
      return {
        ...item,
        progress,
        undeliveredSpans: waiting,
        undeliveredResults: waitingResults,
        isDone: done,
        isDownloaded: isHere,
        isLocked,
      };
    }),
  }));
  const allLessons = sections.flatMap((section) => section.items);
  const urls = new Set(allLessons.flatMap((item) => item.files.map((file) => file.url)));
  return {
    ...course,
    sections,
    allLessons,
    doneCount: allLessons.filter((item) => item.isDone).length,
    deliveredMs: allLessons.reduce((sum, item) => sum + computeLearnedMs(item.kind, item.progress.spans), 0),
    waitingMs: allLessons.reduce((sum, item) => sum + computeLearnedMs(item.kind, item.undeliveredSpans), 0),
    downloadedBytes: files.filter((file) => urls.has(file.url)).reduce((sum, file) => sum + file.haveBytes, 0),
  };
}
