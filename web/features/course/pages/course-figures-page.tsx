import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Download } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { hoursOf } from '../../../../sync/machines/learned-spans.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { cn } from '../../../lib/cn.ts';
import { call } from '../../../platform/call.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { filmTime, LessonIcon } from '../../../ui/lesson-look.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Select } from '../../../ui/select.tsx';
import { sheetOf } from '../../../ui/sheet-cells.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpanBar } from '../../../ui/span-bar.tsx';
import { writeSheet } from '../../../ui/spreadsheet.ts';
import { toast } from '../../../ui/toast.ts';

const soonMs = 3 * 24 * 3_600_000;

/** How far the learners of a course are; `?class=` narrows it, `?lesson=` looks into one lesson. */
export function CourseFiguresPage() {
  const { t } = useTranslation('learning');
  const id = Number(useParams()['id']);
  const [params, setParams] = useSearchParams();
  const classId = Number(params.get('class') ?? 0);
  const coursewareId = Number(params.get('lesson') ?? 0);
  const asked = { id, ...(classId > 0 && { classId }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['course', 'getFigures', asked],
    queryFn: ({ signal }) => call('/course/getFigures', asked, { signal, quiet: true }),
  });
  const lesson = useQuery({
    queryKey: ['course', 'getLessonFigures', asked, coursewareId],
    queryFn: ({ signal }) => call('/course/getLessonFigures', { ...asked, coursewareId }, { signal, quiet: true }),
    enabled: coursewareId > 0,
  });
  const mayChange = useMayChange();
  const queries = useQueryClient();
  const remind = useMutation({
    mutationFn: (userIds: number[]) => call('/course/remind', { id, userIds: userIds.slice(0, 500) }),
    onSuccess: ({ reminded }) => toast.success(t('remindedAll', { count: reminded })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['course', 'getFigures'] }),
  });
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  if (error !== null && data === undefined) return <QueryFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  const isBehind = (one: (typeof data.people)[number]): boolean => one.percent < 100 && one.toMs !== null && one.toMs - Date.now() < soonMs;
  const behind = data.people.filter(isBehind);
  const exportFigures = async (): Promise<void> => {
    const heads = (['name', 'class', 'doneFigure', 'averageFigure', 'hours', 'last'] as const).map((key) => ({ key, header: t(key) }));
    const rows = data.people.map((one) => [
      one.name,
      one.className,
      one.done,
      one.percent / 100,
      hoursOf(one.learnedMs, data.hourMinutes),
      one.lastMs === null ? t('never') : formatDateTime(one.lastMs),
    ]);
    const columns = heads.map(({ key, header }, at) => ({ key, header, value: (row: (typeof rows)[number]) => row[at] ?? null }));
    const name = t('figuresOf', { title: data.title });
    saveFile(await writeSheet(sheetOf(name, columns, rows), new AbortController().signal), `${name}.xlsx`);
  };
  const kind = data.lessons.find((one) => one.id === coursewareId)?.kind;
  const isFilm = kind === 'video' || kind === 'audio';
  const most = Math.max(1, ...(lesson.data?.parts ?? []));
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('figuresOf', { title: data.title })}
        actions={
          <>
            {mayChange && behind.length > 0 && (
              <Button busy={remind.isPending} onClick={() => remind.mutate(behind.map((one) => one.id))}>
                <BellRing aria-hidden />
                {t('remind', { count: behind.length })}
              </Button>
            )}
            <Button disabled={data.people.length === 0} onClick={() => void exportFigures()}>
              <Download aria-hidden />
              {t('exportFigures')}
            </Button>
            <Select
              aria-label={t('lesson')}
              className="w-56"
              value={coursewareId > 0 ? String(coursewareId) : ''}
              onChange={(value) => choose('lesson', value)}
              choices={[
                { value: '', label: t('wholeCourse') },
                ...data.lessons.map((one) => ({ value: String(one.id), label: one.title })),
              ]}
            />
            <Select
              aria-label={t('class')}
              className="w-40"
              value={classId > 0 ? String(classId) : ''}
              onChange={(value) => choose('class', value)}
              choices={[{ value: '', label: t('allClasses') }, ...data.classes.map((one) => ({ value: String(one.id), label: one.name }))]}
            />
          </>
        }
      />
      <FigureStrip
        figures={[
          { label: t('learners'), value: data.learners },
          { label: t('startedFigure'), value: data.started, note: `/ ${data.learners}` },
          { label: t('doneFigure'), value: data.done, note: `/ ${data.learners}` },
          { label: t('averageFigure'), value: `${data.average} %` },
          { label: t('behind'), value: behind.length, note: t('behindNote') },
        ]}
      />
      {lesson.data !== undefined && coursewareId > 0 && (
        <Panel title={t('whereTheyStop', { title: lesson.data.title })} bodyClassName="p-3.5">
          <div role="img" aria-label={t('whereTheyStop', { title: lesson.data.title })} className="flex h-32 items-end gap-px">
            {lesson.data.parts.map((count, at) => (
              <i key={at} title={String(count)} className="grow rounded-t-sm bg-primary" style={{ height: `${(count / most) * 100}%` }} />
            ))}
          </div>
          <div className="num mt-1 flex justify-between text-[13px] text-muted-foreground">
            <span>0</span>
            <span>{isFilm ? filmTime(lesson.data.length) : lesson.data.length}</span>
          </div>
          {lesson.data.questions.length > 0 && (
            <section aria-label={t('byQuestion')} className="mt-3">
              <h3 className="text-sm font-semibold">{t('byQuestion')}</h3>
              <ol>
                {lesson.data.questions.map((one, at) => (
                  <li key={one.id} className="flex items-center gap-3 border-b py-1.5 text-sm last:border-0">
                    <span className="num w-6 shrink-0 text-right text-muted-foreground">{at + 1}</span>
                    <span className="min-w-0 grow truncate">{one.stem}</span>
                    <span className="num shrink-0 text-muted-foreground">
                      {t('questionFigures', { answered: one.answered, right: one.right })}
                    </span>
                    <Progress className="w-24" label={one.stem} value={one.answered === 0 ? 0 : one.right / one.answered} />
                  </li>
                ))}
              </ol>
            </section>
          )}
          <ul className="mt-3">
            {lesson.data.people.map((one) => (
              <li key={one.id} className="flex items-center gap-3 border-b py-1.5 text-sm last:border-0">
                <span className="w-24 shrink-0 truncate">{one.name}</span>
                <span className="w-28 shrink-0 truncate text-muted-foreground">{one.className}</span>
                <SpanBar label={one.name} length={lesson.data.length} spans={one.spans} className="grow" />
                <span className="num w-12 text-right">{one.percent} %</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <Panel title={t('byLesson')}>
          {data.lessons.length === 0 && <EmptyState title={t('noSections')} />}
          <ul>
            {data.lessons.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => choose('lesson', String(one.id))}
                  className={cn(
                    'flex w-full items-center gap-3 border-b px-3.5 py-2 text-left text-sm hover:bg-muted',
                    one.id === coursewareId && 'bg-accent',
                  )}
                >
                  <LessonIcon kind={one.kind} />
                  <span className="grow truncate">{one.title}</span>
                  <span className="num text-muted-foreground">{t('startedDone', { started: one.started, done: one.done })}</span>
                  <span className="num w-12 text-right">{one.average} %</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('byPerson')}>
          {data.people.length === 0 && <EmptyState title={t('nobodyLearns')} />}
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b text-left text-[13px] text-muted-foreground">
                {(['name', 'class', 'doneFigure', 'averageFigure', 'hours', 'last'] as const).map((key) => (
                  <th key={key} scope="col" className="px-2.5 py-1.5 font-normal first:pl-3.5">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.people.map((one) => (
                <tr key={one.id} className="border-b last:border-0">
                  <td className="py-1.5 pl-3.5">
                    {one.name}{' '}
                    {one.remindedMs !== null && (
                      <span className="text-[13px] text-muted-foreground">
                        {t('remindedAt', { date: formatDateTime(one.remindedMs) })}{' '}
                      </span>
                    )}
                    {isBehind(one) && (
                      <Chip tone="kept" mark="ring">
                        {t('behind')}
                      </Chip>
                    )}
                  </td>
                  <td className="px-2.5 text-muted-foreground">{one.className}</td>
                  <td className="num px-2.5">
                    {one.done} / {data.lessons.length}
                  </td>
                  <td className="num px-2.5">{one.percent} %</td>
                  <td className="num px-2.5">{hoursOf(one.learnedMs, data.hourMinutes)}</td>
                  <td className="num px-2.5 text-muted-foreground">{one.lastMs === null ? t('never') : formatDateTime(one.lastMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      </div>
    </div>
  );
}
