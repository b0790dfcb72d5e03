import { Fragment } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toCourseHours } from '../../../../sync/domain/learning/learned-spans.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { getBehindReason, computeClassRows, type CourseFigures, computeSectionRows } from '../course-figures.ts';
import { useNow } from '../../../ui/use-now.ts';

const head =
  'border-b text-left text-[13px] whitespace-nowrap text-muted-foreground [&>th]:px-2.5 [&>th]:py-1.5 [&>th]:font-normal [&>th:first-child]:pl-3.5';

function Share({ label, percent }: { label: string; percent: number }) {
  return (
    <span className="flex items-center gap-2">
      <Progress className="w-14 max-sm:hidden" label={label} value={percent / 100} />
      <span className="num w-12 text-right">{percent} %</span>
    </span>
  );
}

/** Shows the learning statistics of a course by class; choosing a class filters the page. */
export function ClassFiguresTable({ figures, onChoose }: { figures: CourseFigures; onChoose: (classId: number) => void }) {
  const { t } = useTranslation('learning');
  const rows = computeClassRows(figures, useNow());
  if (rows.length === 0) return null;
  return (
    <Panel title={t('byClass')} bodyClassName="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className={head}>
            {(['class', 'learners', 'doneFigure', 'averageFigure', 'hoursEach', 'behind'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b last:border-0 [&>td]:px-2.5 [&>td]:whitespace-nowrap">
              <td className="py-1.5 pl-3.5">
                <Button variant="link" size="sm" onClick={() => onChoose(row.id)}>
                  {row.name}
                </Button>
              </td>
              <td className="num">{row.people}</td>
              <td className="num">{row.completedCount}</td>
              <td>
                <Share label={row.name} percent={row.average} />
              </td>
              <td className="num">{row.hours}</td>
              <td className="num">{row.behindCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Shows the learning statistics of a course by section and lesson; choosing a lesson opens those of the lesson. */
export function SectionFiguresTable({
  figures,
  lessonId,
  onChoose,
}: {
  figures: CourseFigures;
  lessonId: number;
  onChoose: (lessonId: number) => void;
}) {
  const { t } = useTranslation('learning');
  const sections = computeSectionRows(figures);
  return (
    <Panel title={t('bySection')}>
      {sections.length === 0 && <EmptyState title={t('noSections')} />}
      {sections.map((section) => (
        <section key={section.sid} aria-label={section.title}>
          <h3
            className="flex items-center gap-3 border-b bg-muted/60 px-3.5 py-1.5 text-sm font-semibold"
            style={{ paddingLeft: `${0.875 + (section.depth - 1) * 0.9}rem` }}
          >
            <span className="grow truncate">{section.title}</span>
            <span className="num text-[13px] font-normal text-muted-foreground">{t('allDone', { done: section.completedCount })}</span>
            <Share label={section.title} percent={section.average} />
          </h3>
          <ul>
            {section.ownLessons.map((place) => {
              const one = figures.lessons[place];
              return (
                one !== undefined && (
                  <li key={one.id}>
                    <button
                      type="button"
                      onClick={() => onChoose(one.id)}
                      className={cn(
                        'flex min-h-10 w-full items-center gap-3 border-b px-3.5 py-1.5 text-left text-sm hover:bg-muted',
                        one.id === lessonId && 'bg-accent',
                      )}
                    >
                      <LessonIcon kind={one.kind} />
                      <span className="grow truncate">{one.title}</span>
                      <span className="num text-muted-foreground">{t('startedDone', { started: one.started, done: one.done })}</span>
                      <span className="num w-12 text-right">{one.average} %</span>
                    </button>
                  </li>
                )
              );
            })}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

/** Shows the learning statistics of a course by learner; choosing a name opens that learner's progress in each lesson. */
export function PersonFiguresTable({
  figures,
  personId,
  onChoose,
}: {
  figures: CourseFigures;
  personId: number;
  onChoose: (personId: number) => void;
}) {
  const { t } = useTranslation('learning');
  const nowMs = useNow();
  return (
    <Panel title={t('byPerson')} bodyClassName="overflow-x-auto">
      {figures.people.length === 0 && <EmptyState title={t('nobodyLearns')} />}
      <table className="w-full text-sm">
        <thead>
          <tr className={head}>
            {(['name', 'class', 'doneFigure', 'averageFigure', 'hours', 'last'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.people.map((one) => {
            const why = getBehindReason(one, nowMs);
            return (
              <Fragment key={one.id}>
                <tr className={cn('border-b [&>td]:px-2.5 [&>td]:whitespace-nowrap', one.id === personId && 'bg-accent')}>
                  <td className="py-1 pl-3.5">
                    <Button
                      variant="link"
                      size="sm"
                      aria-expanded={one.id === personId}
                      onClick={() => onChoose(one.id === personId ? 0 : one.id)}
                    >
                      {one.name}
                    </Button>{' '}
                    {why !== null && (
                      <Chip tone="kept" mark="ring">
                        {t(`behindWhy.${why}`)}
                      </Chip>
                    )}
                    {one.remindedMs !== null && (
                      <span className="ml-1 text-[13px] text-muted-foreground">
                        {t('remindedAt', { date: formatDateTime(one.remindedMs) })}
                      </span>
                    )}
                  </td>
                  <td className="text-muted-foreground">{one.className}</td>
                  <td className="num">
                    {one.done} / {figures.lessons.length}
                  </td>
                  <td className="num">{one.percent} %</td>
                  <td className="num">{toCourseHours(one.learnedMs, figures.hourMinutes)}</td>
                  <td className="num text-muted-foreground">{one.lastMs === null ? t('never') : formatDateTime(one.lastMs)}</td>
                </tr>
                {one.id === personId && (
                  <tr className="border-b">
                    <td colSpan={6} className="px-3.5 py-1.5">
                      <ul aria-label={t('lessonsOf', { name: one.name })}>
                        {figures.lessons.map((lesson, place) => (
                          <li key={lesson.id} className="flex items-center gap-3 py-1">
                            <LessonIcon kind={lesson.kind} />
                            <span className="min-w-0 grow truncate">{lesson.title}</span>
                            <Share label={lesson.title} percent={one.lessons[place] ?? 0} />
                          </li>
                        ))}
                      </ul>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
