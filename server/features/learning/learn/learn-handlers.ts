import type { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import type { PracticeQuestion } from '../../../../sync/contract/learning/exercise.ts';
import type { LearningSpanRecord, LearningProgress } from '../../../../sync/contract/learning/learn.ts';
import {
  subtractSpans,
  takeFirstSpans,
  isLessonDone,
  computeLearnedMs,
  sumSpanLengths,
  getLessonLength,
  computeMaxLearned,
  type Span,
  mergeSpans,
} from '../../../../sync/domain/learning/learned-spans.ts';
import {
  hideHeldQuestions,
  listAnsweredSpans,
  listHeldQuestionSpans,
  mergeQuizResults,
} from '../../../../sync/domain/learning/quiz-results.ts';
import { type Caller, type Handlers, refuse, say } from '../../../http/handler.ts';
import type { MediaTickets } from '../../../http/media-ticket.ts';
import { accountLimits } from '../../../limits.ts';
import { deviceClockAheadMs } from '../../../ports.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import type { StoredResource } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { type AssignedCourse, createCourseReads } from '../course/course-reads.ts';
import { createCoursewareReads } from '../courseware/courseware-reads.ts';
import { createPracticeQuestionReads } from '../exercise/practice-question-reads.ts';
import { type StoredLessonProgress, createLearnStore } from './learn-store.ts';

const nothing: StoredLessonProgress = { spans: [], position: 0, positionMs: 0, learnedMs: 0, done: false, results: [] };
type LessonKept = StoredResource<typeof coursewareResource>;
/** For quizzes, computes the learned spans from the stored answers: the quiz may have got other questions since the learner answered. */
const getLearnedSpans = ({ kind, questionIds }: LessonKept, { spans, results }: StoredLessonProgress): readonly Span[] =>
  kind === 'quiz' ? listAnsweredSpans(questionIds, results) : spans;
/** `askableIds`: questions in use that no exam or assignment holds back now. Results of other questions are left out: each names its question. */
const toProgress = (lesson: LessonKept, progress: StoredLessonProgress, askableIds: ReadonlySet<number>): LearningProgress => ({
  spans: getLearnedSpans(lesson, progress).map(([from, to]) => [from, to]),
  position: progress.position,
  done: progress.done,
  results: progress.results.filter(({ questionId }) => askableIds.has(questionId)),
});

interface Deps extends ChangeDeps {
  readonly tickets: MediaTickets;
  readonly serverEpoch: () => string;
}

const messages = {
  notFound: () => say('没有这门课程，或者已经撤下', 'This course does not exist, or it was withdrawn'),
  comesAfter: (titles: readonly string[]) => say(`先学完：${titles.join('、')}`, `Finish first: ${titles.join(', ')}`),
  tooManyNotes: (most: number) => say(`笔记最多 ${most} 条`, `You can have at most ${most} notes`),
  notYet: () => say('课程还没有开放', 'The course has not opened yet'),
};

/** Creates the handlers of learning: the courses of the learner's class and the record of learning. */
export function createLearnHandlers({ db, clock, tickets, serverEpoch }: Deps): Handlers<'learn'> {
  const practice = createPracticeQuestionReads(db);
  const findAskable = (schoolId: number, lessons: Iterable<LessonKept>, nowMs: number): Promise<Set<number>> =>
    practice.freeOf(
      schoolId,
      [...lessons].flatMap((lesson) => lesson.questionIds),
      nowMs,
    );

  /** Returns those prerequisite courses that the caller takes and has not completed. */
  async function findOpenPrerequisites(
    beforeIds: readonly number[],
    { userId, schoolId }: Caller,
  ): Promise<{ id: number; title: string }[]> {
    if (beforeIds.length === 0) return [];
    const prerequisites = (await createCourseReads(db).ofLearner(userId, schoolId)).filter(({ course }) => beforeIds.includes(course.id));
    const doneLessons = new Set(
      (await createLearnStore(db).progress(userId, beforeIds))
        .filter((row) => row.done)
        .map((row) => `${row.courseId}/${row.coursewareId}`),
    );
    return prerequisites
      .filter(({ course }) => course.sections.some(({ items }) => items.some((item) => !doneLessons.has(`${course.id}/${item}`))))
      .map(({ course: { id, title } }) => ({ id, title }));
  }

  async function loadCourse({ course, fromMs, toMs }: AssignedCourse, caller: Caller, nowMs: number, withQuestions = false) {
    const ids = course.sections.flatMap((section) => section.items);
    const lessons = new Map((await createCoursewareReads(db).byIds(caller.schoolId, ids)).map((one) => [one.id, one]));
    const progressByLesson = new Map(
      (await createLearnStore(db).progress(caller.userId, [course.id])).map((row) => [row.coursewareId, row]),
    );
    const existingLessons = ids.flatMap((id) => lessons.get(id) ?? []);
    const phase =
      fromMs !== null && nowMs < fromMs ? ('waiting' as const) : toMs !== null && nowMs >= toMs ? ('over' as const) : ('open' as const);
    const reminded = await createCourseReads(db).remindedMs(course.id, caller.userId);
    const lastMs = Math.max(0, ...[...progressByLesson.values()].map((row) => row.updatedMs));
    const untilMs = tickets.untilMs(nowMs);
    const askableIds = withQuestions ? await findAskable(caller.schoolId, existingLessons, nowMs) : new Set<number>();
    const questions = new Map(
      (await practice.byIds([...askableIds])).map((question): [number, PracticeQuestion] => [question.id, question]),
    );
    return {
      ...course,
      fromMs,
      toMs,
      phase,
      lessons: existingLessons.length,
      done: existingLessons.filter(({ id }) => progressByLesson.get(id)?.done === true).length,
      learnedMs: existingLessons.reduce((sum, { id }) => sum + (progressByLesson.get(id)?.learnedMs ?? 0), 0),
      sizeBytes: existingLessons.reduce((sum, { files }) => sum + files.reduce((bytes, file) => bytes + file.sizeBytes, 0), 0),
      waitsFor: await findOpenPrerequisites(course.beforeIds, caller),
      remindedMs: reminded !== null && reminded > lastMs ? reminded : null,
      untilMs,
      nowMs,
      serverEpoch: serverEpoch(),
      notes: withQuestions ? await createLearnStore(db).notes(caller.userId, course.id) : [],
      sections: course.sections.map(({ sid, depth, title, items }) => ({
        sid,
        depth,
        title,
        items: items.flatMap((id) => {
          const lesson = lessons.get(id);
          if (lesson === undefined) return [];
          const files = lesson.files.map((file) => ({ ...file, src: tickets.addressOf(file.url, caller.userId, untilMs) }));
          return [
            {
              ...lesson,
              files,
              questionIds: hideHeldQuestions(lesson.questionIds, askableIds),
              questions: lesson.questionIds.flatMap((question) => questions.get(question) ?? []),
              length: getLessonLength(lesson),
              progress: toProgress(lesson, progressByLesson.get(id) ?? nothing, askableIds),
            },
          ];
        }),
      })),
    };
  }

  return {
    async myList(_input, { caller }) {
      const nowMs = clock.nowMs();
      const assignedCourses = await createCourseReads(db).ofLearner(caller.userId, caller.schoolId);
      const items = [];
      for (const each of assignedCourses) items.push(await loadCourse(each, caller, nowMs));
      return { items, serverEpoch: serverEpoch() };
    },

    async getById({ id }, { caller }) {
      const nowMs = clock.nowMs();
      const assignedCourse = (await createCourseReads(db).ofLearner(caller.userId, caller.schoolId)).find(({ course }) => course.id === id);
      if (assignedCourse === undefined) refuse('notFound', messages.notFound());
      const learnerCourse = await loadCourse(assignedCourse, caller, nowMs, true);
      if (learnerCourse.phase === 'waiting') refuse('refused', messages.notYet());
      return learnerCourse.waitsFor.length > 0
        ? refuse('refused', messages.comesAfter(learnerCourse.waitsFor.map((one) => one.title)))
        : learnerCourse;
    },

    async keepNotes({ courseId, notes }, context) {
      const { caller, audit } = context;
      const { userId, schoolId } = caller;
      const nowMs = clock.nowMs();
      const assignedCourse = (await createCourseReads(db).ofLearner(userId, schoolId, true)).find(({ course }) => course.id === courseId);
      if (assignedCourse === undefined) refuse('notFound', messages.notFound());
      const courseLessonIds = new Set(assignedCourse.course.sections.flatMap((section) => section.items));
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const store = createLearnStore(tx);
        if ((await store.noteCount(userId)) + notes.length > accountLimits.notes)
          refuse('refused', messages.tooManyNotes(accountLimits.notes));
        for (const note of notes)
          // Limit the time to now; a device clock that runs ahead would win over every later change.
          if (courseLessonIds.has(note.coursewareId))
            await store.keepNote(userId, courseId, { ...note, changedMs: Math.min(note.changedMs, nowMs) });
        await audit.noteIn(tx, { entity: 'course', id: courseId, name: assignedCourse.course.title, after: { notes: notes.length } });
        return { notes: await store.notes(userId, courseId) };
      });
    },

    async record({ courseId, marks }, context) {
      const { caller, audit } = context;
      const { userId, schoolId } = caller;
      const nowMs = clock.nowMs();
      // Records are accepted even if the course was withdrawn during the lesson.
      const assignedCourse = (await createCourseReads(db).ofLearner(userId, schoolId, true)).find(({ course }) => course.id === courseId);
      if (assignedCourse === undefined) refuse('notFound', messages.notFound());
      const ids = assignedCourse.course.sections.flatMap((section) => section.items);
      const lessons = new Map((await createCoursewareReads(db).byIds(schoolId, ids)).map((one) => [one.id, one]));
      const askableIds = await findAskable(schoolId, lessons.values(), nowMs);

      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const store = createLearnStore(tx);
        const knownMarkIds = await store.knownMarks(
          userId,
          marks.map((mark) => mark.markId),
        );
        const progressByLesson = new Map(
          (await store.progress(userId, [courseId])).map((row): [number, StoredLessonProgress] => [row.coursewareId, row]),
        );
        const changedLessonIds = new Set<number>();
        for (const [n, mark] of marks.entries()) {
          if (knownMarkIds.has(mark.markId)) continue;
          knownMarkIds.add(mark.markId);
          const lesson = lessons.get(mark.coursewareId);
          const at = await findRecordTime(mark, assignedCourse, store, userId, nowMs);
          const [fromMs, toMs] = clampTime(at, assignedCourse, nowMs);
          const inTime = fromMs <= at.toMs && at.toMs <= getLatestMs(assignedCourse, nowMs);
          // Time that another record of the learner already covers does not count again.
          const freeMs = sumSpanLengths(subtractSpans([[fromMs, toMs]], await store.listCoveredIntervals(userId, fromMs, toMs)));
          await store.addMark(userId, mark.markId, fromMs, Math.max(fromMs, toMs));
          if (lesson === undefined) continue;
          progressByLesson.set(
            lesson.id,
            mergeProgress(lesson, progressByLesson.get(lesson.id) ?? nothing, {
              mark,
              doneMs: Math.min(mark.toMs, nowMs + n),
              inTime,
              freeMs,
              askableQuestionIds: askableIds,
            }),
          );
          changedLessonIds.add(lesson.id);
        }
        for (const id of changedLessonIds) await store.write(userId, courseId, id, progressByLesson.get(id) ?? nothing, nowMs);
        if (changedLessonIds.size > 0) await store.count(userId, nowMs);
        await audit.noteIn(tx, { entity: 'course', id: courseId, name: assignedCourse.course.title, after: { marks: marks.length } });
        return {
          markIds: marks.map((mark) => mark.markId),
          serverEpoch: serverEpoch(),
          nowMs,
          lessons: [...new Set(marks.map((mark) => mark.coursewareId))].flatMap((id) => {
            const [lesson, progress] = [lessons.get(id), progressByLesson.get(id)];
            return lesson && progress ? [{ id, progress: toProgress(lesson, progress, askableIds) }] : [];
          }),
        };
      });
    },
  };
}

interface Stretch {
  readonly mark: LearningSpanRecord;
  /**
   * End of the learning record (ms). An end in the future becomes the present plus the record's index in ms, so that such records keep their order.
   */
  readonly doneMs: number;
  /** True if the record ended within the class's learning period and not in the future. */
  readonly inTime: boolean;
  /** Part of the record's duration that no other learning record of the learner covers (ms). */
  readonly freeMs: number;
  /** Questions of a quiz that may be asked now: no exam, mock test or homework holds them back. */
  readonly askableQuestionIds: ReadonlySet<number>;
}

/** Merges one record into the progress of a lesson. */
function mergeProgress(
  lesson: LessonKept,
  before: StoredLessonProgress,
  { mark, doneMs, freeMs, inTime, askableQuestionIds }: Stretch,
): StoredLessonProgress {
  const length = getLessonLength(lesson);
  const later = doneMs >= before.positionMs;
  const place = {
    position: later ? Math.min(mark.position, length) : before.position,
    positionMs: Math.max(doneMs, before.positionMs),
  };
  if (lesson.kind === 'quiz') {
    // Quiz answers count even if other records already cover this record's time. They must only lie within the class's learning period.
    const countedAnswers = inTime ? mark.answers.filter(({ questionId }) => lesson.questionIds.includes(questionId)) : [];
    const results = mergeQuizResults(
      before.results,
      countedAnswers.map((answer) => ({ ...answer, atMs: doneMs })),
    );
    const spans = listAnsweredSpans(lesson.questionIds, results);
    const done =
      spans.length > 0 &&
      isLessonDone(
        'quiz',
        mergeSpans([...spans, ...listHeldQuestionSpans(hideHeldQuestions(lesson.questionIds, askableQuestionIds))]),
        length,
      );
    return { ...place, spans, results, learnedMs: 0, done: before.done || done };
  }
  const clippedSpans = mark.spans.map(([from, to]): Span => [Math.min(from, length), Math.min(to, length)]);
  const spans = mergeSpans([
    ...before.spans,
    ...takeFirstSpans(subtractSpans(clippedSpans, before.spans), computeMaxLearned(lesson.kind, freeMs)),
  ]);
  return {
    ...place,
    spans,
    results: [],
    learnedMs: computeLearnedMs(lesson.kind, spans),
    done: before.done || isLessonDone(lesson.kind, spans, length),
  };
}

const getLatestMs = (assignedCourse: AssignedCourse, nowMs: number): number =>
  Math.min(assignedCourse.toMs ?? Number.MAX_SAFE_INTEGER, nowMs + deviceClockAheadMs);

type Time = Pick<LearningSpanRecord, 'fromMs' | 'toMs'>;
/** For a record of a device whose clock was ahead, a gap between other records is searched this far back (ms). */
const placedWithinMs = 30 * 86_400_000;

/**
 * Determines the time of a record. A device that was offline may have had its clock set ahead, but its records are still valid. Such a record is
 * moved to the oldest gap that is long enough, because records with correct newer times may still arrive. Without such a gap it ends now.
 */
async function findRecordTime(
  mark: LearningSpanRecord,
  assignedCourse: AssignedCourse,
  store: ReturnType<typeof createLearnStore>,
  userId: number,
  nowMs: number,
): Promise<Time> {
  if (mark.toMs <= nowMs + deviceClockAheadMs || nowMs >= (assignedCourse.toMs ?? Infinity)) return mark;
  const lengthMs = mark.toMs - mark.fromMs;
  const sinceMs = Math.max(assignedCourse.fromMs ?? 0, nowMs - placedWithinMs);
  const freeSpans = subtractSpans([[sinceMs, nowMs]], await store.listCoveredIntervals(userId, sinceMs, nowMs));
  const [fromMs] = freeSpans.find(([from, to]) => to - from >= lengthMs) ?? [nowMs - lengthMs];
  return { fromMs, toMs: fromMs + lengthMs };
}

/** Limits a record's time to the class's learning period and to the present. */
function clampTime({ fromMs, toMs }: Time, assignedCourse: AssignedCourse, nowMs: number): [number, number] {
  const from = Math.max(fromMs, assignedCourse.fromMs ?? 0);
  const to = Math.min(toMs, getLatestMs(assignedCourse, nowMs));
  return [from, Math.max(from, to)];
}
