import { CircleCheck, Circle, CircleDashed, Laptop, Lock } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { computePercent, mergeSpans } from '../../../../sync/domain/learning/learned-spans.ts';
import { cn } from '../../../lib/cn.ts';
import { formatFilmTime, LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { LocalCourse, LocalLesson } from '../use-learn-course.ts';

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
  const percent = computePercent(mergeSpans([...item.progress.spans, ...item.waiting]), item.length);
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
      {item.isHere && item.files.length > 0 && <Laptop role="img" aria-label={t('isHere')} className="size-4 shrink-0 text-primary" />}
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
