import { CircleCheck, Circle, CircleDashed, Laptop, Lock } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { computePercent, mergeSpans, toCourseHours, computeLearnedMs } from '../../../../sync/domain/learning/learned-spans.ts';
import { cn } from '../../../lib/cn.ts';
import { formatFilmTime, LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { LocalCourse, LocalLesson } from '../use-learn-course.ts';
import { useAtomValue } from 'jotai';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';

/** Lists the sections of a course with the progress of each lesson and whether it is stored on this device. */
export function LessonList({ course, current }: { course: LocalCourse; current?: number }) {
  const { t } = useTranslation('learning');
  return (
    <Panel
      title={t('contents')}
      aside={
        <span className="num text-[13px] text-muted-foreground">
          {t('learnedOf', { done: course.doneCount, all: course.allLessons.length })}
        </span>
      }
    >
      {course.sections.map((section) => (
        <section key={section.sid} aria-label={section.title}>
          <h3
            className="flex items-center gap-2 border-b bg-muted/60 px-3.5 py-2 text-sm font-semibold"
            style={{ paddingLeft: `${0.875 + (section.depth - 1) * 0.9}rem` }}
          >
            <span className="grow">{section.title}</span>
            <span className="num text-[13px] font-normal text-muted-foreground">
              {section.items.filter((item) => item.isDone).length} / {section.items.length}
            </span>
          </h3>
          <ul>
            {section.items.map((item) => (
              <li key={item.id} className="border-b">
                <Row item={item} to={`/student/learn/item/${course.id}/${section.sid}/${item.id}`} isCurrent={item.id === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function Row({ item, to, isCurrent }: { item: LocalLesson; to: string; isCurrent: boolean }) {
  const { t } = useTranslation('learning');
  const percent = computePercent(mergeSpans([...item.progress.spans, ...item.undeliveredSpans]), item.length);
  const State = item.isDone ? CircleCheck : percent > 0 ? CircleDashed : Circle;
  const look = cn('flex min-h-11 items-center gap-2.5 px-3.5 py-1.5 text-sm', isCurrent && 'border-l-4 border-primary bg-accent');
  const inside = (
    <>
      <State
        aria-hidden
        className={cn('size-4 shrink-0', item.isDone ? 'text-delivered' : percent > 0 ? 'text-primary' : 'text-muted-foreground')}
      />
      <LessonIcon kind={item.kind} />
      <span className={cn('grow', isCurrent && 'font-semibold')}>
        {item.title}
        <span className="sr-only">{item.isDone ? t('isDone') : t('percentLearned', { percent })}</span>
      </span>
      {item.isDownloaded && item.files.length > 0 && (
        <Laptop role="img" aria-label={t('isHere')} className="size-4 shrink-0 text-primary" />
      )}
      {item.isLocked && <Lock role="img" aria-label={t('isLocked')} className="size-4 shrink-0 text-muted-foreground" />}
      <span className="num text-[13px] text-muted-foreground">
        {item.durationMs > 0
          ? formatFilmTime(item.durationMs)
          : item.pages > 0
            ? t(item.kind === 'quiz' ? 'questionCount' : 'pages', { count: item.pages })
            : ''}
      </span>
    </>
  );
  if (item.isLocked) return <span className={cn(look, 'text-muted-foreground')}>{inside}</span>;
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={cn(look, !isCurrent && 'hover:bg-muted')}>
      {inside}
    </Link>
  );
}

/** Shows the course hours earned and how they are computed, under the unit name of the school; hidden if the school shows no hours. */
export function HoursPanel({ course }: { course: LocalCourse }) {
  const { t } = useTranslation('learning');
  const called = useAtomValue(sessionUserAtom)?.school_config.config_coursehour_text ?? 1;
  const { hourMinutes, deliveredMs: knownMs, waitingMs } = course;
  const hours = toCourseHours(knownMs, hourMinutes);
  /** Course hours for learning the whole course. */
  const totalHours = toCourseHours(
    course.allLessons.reduce((sum, { kind, length }) => sum + computeLearnedMs(kind, [[0, length]]), 0),
    hourMinutes,
  );
  const waitingHours = toCourseHours(knownMs + waitingMs, hourMinutes) - hours;
  if (called === 0) return null;
  const unit = t(called === 2 ? 'hoursXue' : 'hoursKe');
  return (
    <Panel bodyClassName="flex flex-col gap-2 p-3.5">
      <p className="flex items-baseline gap-2">
        <b className="num text-2xl">{hours}</b>
        <span className="num text-[13px] text-muted-foreground">
          {totalHours > 0 && `/ ${totalHours} `}
          {unit}
        </span>
        {waitingHours > 0 && <span className="ml-auto text-[13px] text-kept-ink">{t('hoursWaiting', { hours: waitingHours })}</span>}
      </p>
      {totalHours > 0 && <Progress label={unit} value={hours / totalHours} />}
      <ul className="list-disc pl-5 text-[13px] text-muted-foreground">
        <li>{t('ruleHour', { minutes: hourMinutes })}</li>
        <li>{t('ruleSpeed')}</li>
        <li>{t('ruleHidden')}</li>
        {course.allLessons.some((item) => item.kind === 'quiz') && <li>{t('ruleQuiz')}</li>}
      </ul>
    </Panel>
  );
}
