import { ChevronRight, Trash2, Download, ExternalLink } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useEffectEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { subtractSpans, sumSpanLengths, computePercent, mergeSpans } from '../../../../sync/domain/learning/learned-spans.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { ErrorState, EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SpanBar } from '../../../ui/chart/span-bar.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { FilmLesson } from '../parts/film-lesson.tsx';
import { HoursPanel, LessonList } from '../parts/lesson-list.tsx';
import { type LessonPlace, noLessonPlace, type LessonProps, useSources } from '../parts/lesson-props.ts';
import { PagesLesson } from '../parts/pages-lesson.tsx';
import { CourseDownload } from '../parts/course-download.tsx';
import { useProgressReport } from '../progress-report.ts';
import { createLearningRecorder } from '../recorder.ts';
import { type LocalLesson, useLearnCourse, type LocalCourse } from '../use-learn-course.ts';
import { mergeQuizResults } from '../../../../sync/domain/learning/quiz-results.ts';
import { PracticeQuestionView } from '../../../entities/question/practice-question.tsx';
import { mergeShownNotes } from '../../../../sync/domain/learning/learn-notes.ts';
import { useDeviceQuery } from '../../../platform/api/call-query.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { storeNote, listWaitingNotes } from '../note-cache.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';

/** Shows a lesson: its content, the recorded progress, and the next lesson. */
export function LessonPage() {
  const { t } = useTranslation('learning');
  const { id, kid } = useParams();
  const { course, userId, fromDevice, error, refetch, keep, isDiskFull, serverMs, send } = useLearnCourse(Number(id));
  useProgressReport(course);
  const place = useRef<LessonPlace>(noLessonPlace);
  const onPlace = useCallback((next: LessonPlace) => void (place.current = next), []);
  // In newer browsers `scrollTo` returns a promise, which React would not accept as a clean-up function.
  useEffect(() => void window.scrollTo(0, 0), [kid]);
  if (course === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const at = course.allLessons.findIndex((item) => item.id === Number(kid));
  const lesson = course.allLessons[at];
  const backLink = <LinkButton to={`/student/learn/item/${course.id}`}>{t('backToCourse')}</LinkButton>;
  if (lesson === undefined) return <ErrorState title={t('lessonGone')} action={backLink} />;
  if (lesson.isLocked) return <ErrorState title={t('lessonLocked')} action={backLink} />;
  const next = course.allLessons[at + 1];
  const nextSection = course.sections.find((section) => section.items.some((item) => item.id === next?.id));
  const isOver = course.phase === 'over';
  const makeRecord = () =>
    createLearningRecorder(lesson.id, {
      serverMs,
      monoMs: () => performance.now(),
      newId: () => crypto.randomUUID(),
      keep: (mark, growing) => {
        if (isOver) return;
        keep(mark, growing);
        if (!growing) void send();
      },
    });
  const Content =
    lesson.kind === 'video' || lesson.kind === 'audio'
      ? FilmLesson
      : lesson.kind === 'pdf' || lesson.kind === 'pictures' || lesson.kind === 'slides'
        ? PagesLesson
        : lesson.kind === 'quiz'
          ? QuizLesson
          : ReadingLesson;
  const waitingMs = sumSpanLengths(lesson.undeliveredSpans);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={lesson.title}
        titleExtra={
          <>
            {lesson.isDownloaded && lesson.files.length > 0 && <Chip tone="primary">{t('playsFromDevice')}</Chip>}
            {waitingMs > 0 && (
              <Chip tone="kept" mark="ring">
                {t('recordWaiting')}
              </Chip>
            )}
          </>
        }
        actions={
          <>
            <CourseDownload course={course} userId={userId} />
            {next !== undefined && nextSection !== undefined && !next.isLocked && (
              <LinkButton to={`/student/learn/item/${course.id}/${nextSection.sid}/${next.id}`}>
                {t('nextLesson')}
                <ChevronRight aria-hidden />
              </LinkButton>
            )}
          </>
        }
      />
      {fromDevice && (
        <Strip tone="kept" live>
          {t('fromDevice')}
        </Strip>
      )}
      {isDiskFull && (
        <Strip tone="seal" live>
          {t('diskFull')}
        </Strip>
      )}
      {isOver && <Strip tone="neutral">{t('courseOver')}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_350px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Content key={lesson.id} lesson={lesson} userId={userId} makeRecord={makeRecord} onPlace={onPlace} />
          <NextLessonLink course={course} lesson={lesson} />
          <Record lesson={lesson} onGo={(to) => place.current.goTo(to)} />
          <LessonNotes
            key={`notes ${lesson.id}`}
            course={course}
            lesson={lesson}
            userId={userId}
            placeNow={() => place.current.now()}
            onGo={(to) => place.current.goTo(to)}
            serverMs={serverMs}
            send={() => void send()}
          />
        </div>
        <div className="flex flex-col gap-3.5">
          <LessonList course={course} current={lesson.id} />
          <HoursPanel course={course} />
        </div>
      </div>
    </div>
  );
}

/** Shows which parts of the lesson are recorded on the server and which are only on this device. */
function Record({ lesson, onGo }: { lesson: LocalLesson; onGo: (place: number) => void }) {
  const { t } = useTranslation('learning');
  const all = mergeSpans([...lesson.progress.spans, ...lesson.undeliveredSpans]);
  const percent = computePercent(all, lesson.length);
  const [[missing] = []] = subtractSpans([[0, lesson.length]], all);
  const isFilm = lesson.kind === 'video' || lesson.kind === 'audio';
  const isPages = lesson.kind === 'pdf' || lesson.kind === 'pictures' || lesson.kind === 'slides';
  const isQuiz = lesson.kind === 'quiz';
  const legend = (className: string, text: string) => (
    <span className="inline-flex items-center gap-1.5 text-[13px] text-muted-foreground">
      <i aria-hidden className={`size-2.5 rounded-xs border ${className}`} />
      {text}
    </span>
  );
  return (
    <section aria-label={t('record')} className="rounded-xl border bg-card p-3.5">
      <p className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <b className="num">
          {isFilm
            ? t('seen', { time: formatFilmTime(sumSpanLengths(all)), percent })
            : isPages
              ? t('readPages', { count: sumSpanLengths(all), percent })
              : isQuiz
                ? t('answeredCount', { count: sumSpanLengths(all), percent })
                : t('percentLearned', { percent })}
        </b>
        {legend('bg-delivered', t('onServer'))}
        {legend('bg-kept', t('onDevice'))}
        {legend('bg-muted', t('notLearned'))}
        {(isFilm || isPages) && missing !== undefined && all.length > 0 && (
          <Button variant="link" size="sm" className="num ml-auto" onClick={() => onGo(missing)}>
            {t('goMissing', { place: isFilm ? formatFilmTime(missing) : t('notePage', { page: missing + 1 }) })}
          </Button>
        )}
      </p>
      <SpanBar
        label={t('percentLearned', { percent })}
        length={lesson.length}
        spans={lesson.progress.spans}
        undelivered={lesson.undeliveredSpans}
      />
      <p className="num mt-1 flex justify-between text-[13px] text-muted-foreground">
        <span>{isFilm ? '0:00' : isPages || isQuiz ? 1 : ''}</span>
        <span>{isFilm ? formatFilmTime(lesson.length) : isPages || isQuiz ? lesson.length : ''}</span>
      </p>
    </section>
  );
}

/** Links to the next lesson once this one is done: the first unfinished lesson after it, or else a skipped one. */
function NextLessonLink({ course, lesson }: { course: LocalCourse; lesson: LocalLesson }) {
  const { t } = useTranslation('learning');
  if (!lesson.isDone) return null;
  const at = course.allLessons.indexOf(lesson);
  const isOpen = (item: LocalLesson): boolean => !item.isDone && !item.isLocked;
  const next = course.allLessons.slice(at + 1).find(isOpen) ?? course.allLessons.find(isOpen);
  const section = course.sections.find((one) => one.items.some((item) => item.id === next?.id));
  return (
    <Strip
      tone="delivered"
      live
      action={
        next !== undefined &&
        section !== undefined && (
          <LinkButton size="sm" variant="primary" className="max-w-64" to={`/student/learn/item/${course.id}/${section.sid}/${next.id}`}>
            <span className="truncate">{t('nextUp', { title: next.title })}</span>
            <ChevronRight aria-hidden />
          </LinkButton>
        )
      }
    >
      {t('lessonDone')}
      {next === undefined && course.doneCount === course.allLessons.length && t('allLessonsDone')}
    </Strip>
  );
}

type LessonQuestions = LocalLesson['questions'];

/** Asks the unanswered questions of a quiz one by one and shows the results, including answers that are only on this device. */
function QuizLesson({ lesson, makeRecord }: LessonProps) {
  const { t } = useTranslation('learning');
  const results = new Map(
    mergeQuizResults(lesson.progress.results, lesson.undeliveredResults).map((result) => [result.questionId, result.correct]),
  );
  const wrongQuestions = lesson.questions.filter(({ id }) => results.get(id) === false);
  const rightCount = lesson.questions.filter(({ id }) => results.get(id) === true).length;
  // Fix the question list once per round, so that answers given meanwhile do not change which question follows.
  const [round, setRound] = useState<{ readonly questions: LessonQuestions; readonly at: number }>(() => ({
    questions: lesson.questions.filter(({ id }) => !results.has(id)),
    at: 0,
  }));
  const question = round.questions[round.at];
  const aside = lesson.questionIds.length - lesson.questions.length;
  return (
    <div className="flex flex-col gap-3">
      {aside > 0 && <Strip tone="neutral">{t('quizAside', { count: aside })}</Strip>}
      {question !== undefined && (
        <>
          <p className="num flex justify-between text-sm text-muted-foreground" role="status">
            <span>{t('questionOf', { page: round.at + 1, pages: round.questions.length })}</span>
            <span>{t('rightOf', { right: rightCount, all: lesson.questions.length })}</span>
          </p>
          <PracticeQuestionView
            key={`${question.id}/${round.at}`}
            question={question}
            isLast={round.at === round.questions.length - 1}
            onAnswer={(correct) => makeRecord().answered(question.id, lesson.questionIds.indexOf(question.id), correct)}
            onNext={() => setRound({ ...round, at: round.at + 1 })}
          />
        </>
      )}
      {question === undefined && lesson.questions.length === 0 && <EmptyState title={t('quizNothing')}>{t('quizNothingText')}</EmptyState>}
      {question === undefined && lesson.questions.length > 0 && (
        <EmptyState
          title={t('quizDone')}
          action={
            <span className="flex flex-wrap justify-center gap-2.5">
              <Button onClick={() => setRound({ questions: lesson.questions, at: 0 })}>{t('quizAgain')}</Button>
              {wrongQuestions.length > 0 && (
                <Button variant="primary" onClick={() => setRound({ questions: wrongQuestions, at: 0 })}>
                  {t('quizWrong', { count: wrongQuestions.length })}
                </Button>
              )}
            </span>
          }
        >
          {t('rightOf', { right: rightCount, all: lesson.questions.length })}
        </EmptyState>
      )}
    </div>
  );
}

interface LessonNotesProps {
  course: LocalCourse;
  lesson: LocalLesson;
  userId: number;
  /** Returns the learner's current position in the lesson: milliseconds of a video or an audio, the index of a page, or 0 in other lessons. */
  placeNow: () => number;
  onGo: (place: number) => void;
  serverMs: () => number;
  send: () => void;
}

/** Edits the learner's notes at a time or page of the lesson. Notes are stored on this device first and sent when the network is available. */
function LessonNotes({ course, lesson, userId, placeNow, onGo, serverMs, send }: LessonNotesProps) {
  const { t } = useTranslation('learning');
  const [body, setBody] = useState('');
  const [busy, setBusy] = useState(false);
  const waitingNotes = useDeviceQuery(() => listWaitingNotes(userId, course.id).catch(() => []), [userId, course.id]) ?? [];
  const waitingIds = new Set(waitingNotes.map((note) => note.id));
  const notes = mergeShownNotes(course.notes, waitingNotes).filter((note) => note.coursewareId === lesson.id);
  const isFilm = lesson.kind === 'video' || lesson.kind === 'audio';
  const isPages = lesson.kind === 'pdf' || lesson.kind === 'pictures' || lesson.kind === 'slides';
  const placeText = (place: number): string => (isFilm ? formatFilmTime(place) : isPages ? t('notePage', { page: place + 1 }) : '');
  const keep = async (note: Parameters<typeof storeNote>[2]): Promise<boolean> => {
    setBusy(true);
    try {
      await storeNote(userId, course.id, note);
      send();
      return true;
    } catch (cause) {
      console.warn('not kept on this device', cause);
      toast.error(t('noteNotKept'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (): Promise<void> => {
    const text = body.trim();
    if (text === '') return;
    const place = Math.max(0, Math.round(placeNow()));
    const note = { id: crypto.randomUUID(), coursewareId: lesson.id, place, body: text, changedMs: Math.round(serverMs()), removed: false };
    if (await keep(note)) setBody('');
  };
  return (
    <Panel title={t('notes')} bodyClassName="flex flex-col gap-2.5 p-3.5">
      <Textarea
        aria-label={t('noteNew')}
        placeholder={t('noteNew')}
        rows={2}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex items-center justify-between gap-2.5">
        <span className="text-[13px] text-muted-foreground">{t(isFilm ? 'noteAtMoment' : isPages ? 'noteAtPage' : 'noteHere')}</span>
        <Button size="sm" busy={busy} disabled={body.trim() === ''} onClick={() => void add()}>
          {t('noteKeep')}
        </Button>
      </div>
      <ul className="flex flex-col">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-2.5 border-t py-2 text-sm">
            {placeText(note.place) !== '' && (
              <Button variant="link" size="sm" className="num shrink-0" onClick={() => onGo(note.place)}>
                {placeText(note.place)}
              </Button>
            )}
            <span className="min-w-0 grow break-words whitespace-pre-wrap">{note.body}</span>
            {waitingIds.has(note.id) && <span className="shrink-0 text-[13px] text-kept-ink">{t('onDevice')}</span>}
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('noteRemove', { text: note.body.slice(0, 20) })}
              onClick={() => void keep({ ...note, removed: true, changedMs: Math.max(Math.round(serverMs()), note.changedMs + 1) })}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows a text, a link or files. Progress is the time the learner looks at the page. */
function ReadingLesson({ lesson, userId, makeRecord }: LessonProps) {
  const { t } = useTranslation(['learning', 'words']);
  const sources = useSources(userId, lesson.files);
  const record = useEffectEvent(makeRecord);
  const readBefore = useRef(sumSpanLengths(mergeSpans([...lesson.progress.spans, ...lesson.undeliveredSpans])));
  const { length } = lesson;
  useEffect(() => {
    const recorder = record();
    let read = readBefore.current;
    let lastMs = performance.now();
    if (document.visibilityState === 'visible') recorder.begin();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const elapsedMs = nowMs - lastMs;
      lastMs = nowMs;
      if (document.visibilityState !== 'visible') return recorder.close();
      if (read >= length) {
        recorder.close();
        return clearInterval(timer);
      }
      const to = Math.min(length, read + elapsedMs);
      recorder.learned(read, to, 0);
      read = to;
      if (read >= length) recorder.close();
    }, 1_000);
    return () => {
      clearInterval(timer);
      recorder.close();
    };
  }, [length]);
  return (
    <div className="rounded-xl border bg-card px-6 py-5 text-[16px] leading-relaxed">
      {lesson.kind === 'article' && <RichText html={lesson.body} />}
      {lesson.kind === 'link' && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="grow break-all">{lesson.link}</span>
          <Button asChild variant="primary">
            <a href={lesson.link} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden />
              {t('words:open')}
            </a>
          </Button>
        </p>
      )}
      {lesson.kind === 'file' && (
        <ul className="flex flex-col gap-2">
          {lesson.files.map((file, at) => (
            <li key={file.url} className="flex flex-wrap items-center gap-3">
              <span className="grow break-all">{file.name}</span>
              <span className="num text-[13px] text-muted-foreground">{formatBytes(file.sizeBytes)}</span>
              <Button asChild>
                <a href={sources?.[at] ?? file.src} download={file.name}>
                  <Download aria-hidden />
                  {t('openFile')}
                </a>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
