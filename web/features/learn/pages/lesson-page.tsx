import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { lengthOf, percentOf, unionOf } from '../../../../sync/machines/learned-spans.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { filmTime } from '../../../ui/lesson-look.tsx';
import { ErrorState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpanBar } from '../../../ui/span-bar.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { FilmLesson } from '../parts/film-lesson.tsx';
import { HoursPanel } from '../parts/hours-panel.tsx';
import { LessonList } from '../parts/lesson-list.tsx';
import { PagesLesson } from '../parts/pages-lesson.tsx';
import { ReadingLesson } from '../parts/reading-lesson.tsx';
import { TakeAlong } from '../parts/take-along.tsx';
import { recorder } from '../recorder.ts';
import { type LessonHere, useLearnCourse } from '../use-learn-course.ts';

/** One lesson: what there is to learn, what is recorded of it, and the way on. */
export function LessonPage() {
  const { t } = useTranslation('learning');
  const { id, kid } = useParams();
  const { course, userId, fromDevice, error, refetch, keep, serverMs, send } = useLearnCourse(Number(id));
  useEffect(() => window.scrollTo(0, 0), [kid]);
  if (error !== null && course === undefined) return <QueryFailure error={error} onRetry={() => void refetch()} />;
  if (course === undefined) return <Skeleton className="h-96 rounded-xl" />;
  const at = course.allLessons.findIndex((item) => item.id === Number(kid));
  const lesson = course.allLessons[at];
  const back = (
    <Button asChild>
      <Link to={`/student/learn/item/${course.id}`}>{t('backToCourse')}</Link>
    </Button>
  );
  if (lesson === undefined) return <ErrorState title={t('lessonGone')} action={back} />;
  if (lesson.isLocked) return <ErrorState title={t('lessonLocked')} action={back} />;
  const next = course.allLessons[at + 1];
  const nextSection = course.sections.find((section) => section.items.some((item) => item.id === next?.id));
  const isOver = course.phase === 'over';
  const makeRecord = () =>
    recorder(lesson.id, {
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
      : lesson.kind === 'pdf' || lesson.kind === 'pictures'
        ? PagesLesson
        : ReadingLesson;
  const waitingMs = lengthOf(lesson.waiting);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={lesson.title}
        beside={
          <>
            {lesson.isHere && lesson.files.length > 0 && <Chip tone="primary">{t('playsFromDevice')}</Chip>}
            {waitingMs > 0 && (
              <Chip tone="kept" mark="ring">
                {t('recordWaiting')}
              </Chip>
            )}
          </>
        }
        actions={
          <>
            <TakeAlong course={course} userId={userId} />
            {next !== undefined && nextSection !== undefined && !next.isLocked && (
              <Button asChild>
                <Link to={`/student/learn/item/${course.id}/${nextSection.sid}/${next.id}`}>
                  {t('nextLesson')}
                  <ChevronRight aria-hidden />
                </Link>
              </Button>
            )}
          </>
        }
      />
      {fromDevice && (
        <Strip tone="kept" live>
          {t('fromDevice')}
        </Strip>
      )}
      {isOver && <Strip tone="neutral">{t('courseOver')}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_350px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Content key={lesson.id} lesson={lesson} userId={userId} makeRecord={makeRecord} />
          <Record lesson={lesson} />
        </div>
        <div className="flex flex-col gap-3.5">
          <LessonList course={course} current={lesson.id} />
          <HoursPanel course={course} />
        </div>
      </div>
    </div>
  );
}

/** What is recorded, part by part: on the server, on this device. */
function Record({ lesson }: { lesson: LessonHere }) {
  const { t } = useTranslation('learning');
  const all = unionOf([...lesson.progress.spans, ...lesson.waiting]);
  const percent = percentOf(all, lesson.length);
  const isFilm = lesson.kind === 'video' || lesson.kind === 'audio';
  const isPages = lesson.kind === 'pdf' || lesson.kind === 'pictures';
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
            ? t('seen', { time: filmTime(lengthOf(all)), percent })
            : isPages
              ? t('readPages', { count: lengthOf(all), percent })
              : t('percentLearned', { percent })}
        </b>
        {legend('bg-delivered', t('onServer'))}
        {legend('bg-kept', t('onDevice'))}
        {legend('bg-muted', t('notLearned'))}
      </p>
      <SpanBar label={t('percentLearned', { percent })} length={lesson.length} spans={lesson.progress.spans} waiting={lesson.waiting} />
      <p className="num mt-1 flex justify-between text-[13px] text-muted-foreground">
        <span>{isFilm ? '0:00' : isPages ? 1 : ''}</span>
        <span>{isFilm ? filmTime(lesson.length) : isPages ? lesson.length : ''}</span>
      </p>
    </section>
  );
}
