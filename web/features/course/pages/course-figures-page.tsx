import { BellRing, Download } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { toCourseHours } from '../../../../sync/domain/learning/learned-spans.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { Select } from '../../../ui/primitives/select.tsx';
import { createSpreadsheetData } from '../../../ui/spreadsheet/sheet-cells.ts';
import { writeSheet } from '../../../ui/spreadsheet/spreadsheet.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { getBehindReason, type CourseFigures } from '../course-figures.ts';
import { ClassFiguresTable, PersonFiguresTable, SectionFiguresTable } from '../parts/course-figures-tables.tsx';
import { LessonStops } from '../parts/lesson-stops.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Shows the progress of a course's learners. `?class=` filters by class, `?lesson=` opens one lesson, `?learner=` one learner. */
export function CourseFiguresPage() {
  const { t } = useTranslation('learning');
  const id = Number(useParams()['id']);
  const [params, setParams] = useSearchParams();
  const [classId, coursewareId, learnerId] = ['class', 'lesson', 'learner'].map((name) => Number(params.get(name) ?? 0)) as [
    number,
    number,
    number,
  ];
  const courseInput = { id, ...(classId > 0 && { classId }) };
  const { data, error, refetch } = useCall('/course/getFigures', courseInput, { quiet: true });
  const lesson = useCall('/course/getLessonFigures', { ...courseInput, coursewareId }, { quiet: true, enabled: coursewareId > 0 });
  const mayChange = useCanChangeData();
  const nowMs = useNow();
  const invalidate = useInvalidate();
  const remind = useAction({
    mutationFn: (userIds: number[]) => makeCall('/course/remind', { id, userIds: userIds.slice(0, 500) }),
    onSuccess: ({ reminded }) => toast.success(t('remindedAll', { count: reminded })),
    onSettled: () => invalidate('/course/getFigures'),
  });
  const choose = (name: 'class' | 'lesson' | 'learner', value: number) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === 0) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const peopleBehind = data.people.filter((one) => getBehindReason(one, nowMs) !== null);
  const kind = data.lessons.find((one) => one.id === coursewareId)?.kind;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('figuresOf', { title: data.title })}
        actions={
          <>
            {mayChange && peopleBehind.length > 0 && (
              <Button busy={remind.isPending} onClick={() => remind.mutate(peopleBehind.map((one) => one.id))}>
                <BellRing aria-hidden />
                {t('remind', { count: peopleBehind.length })}
              </Button>
            )}
            <Button disabled={data.people.length === 0} onClick={() => void exportFigures(data, t)}>
              <Download aria-hidden />
              {t('exportFigures')}
            </Button>
          </>
        }
      />
      <div className="flex flex-wrap gap-2.5">
        <div className="w-64 max-w-full">
          <Select
            aria-label={t('lesson')}
            className="w-full"
            value={coursewareId > 0 ? String(coursewareId) : ''}
            onChange={(value) => choose('lesson', Number(value))}
            choices={[{ value: '', label: t('wholeCourse') }, ...data.lessons.map((one) => ({ value: String(one.id), label: one.title }))]}
          />
        </div>
        <div className="w-44 max-w-full">
          <Select
            aria-label={t('class')}
            className="w-full"
            value={classId > 0 ? String(classId) : ''}
            onChange={(value) => choose('class', Number(value))}
            choices={[{ value: '', label: t('allClasses') }, ...data.classes.map((one) => ({ value: String(one.id), label: one.name }))]}
          />
        </div>
      </div>
      <FigureStrip
        figures={[
          { label: t('learners'), value: data.learners },
          { label: t('startedFigure'), value: data.started, note: `/ ${data.learners}` },
          { label: t('doneFigure'), value: data.done, note: `/ ${data.learners}` },
          { label: t('averageFigure'), value: `${data.average} %` },
          { label: t('behind'), value: peopleBehind.length, note: t('behindNote') },
        ]}
      />
      {lesson.data !== undefined && kind !== undefined && <LessonStops id={coursewareId} kind={kind} figures={lesson.data} />}
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3.5">
          <ClassFiguresTable figures={data} onChoose={(value) => choose('class', value)} />
          <SectionFiguresTable figures={data} lessonId={coursewareId} onChoose={(value) => choose('lesson', value)} />
        </div>
        <PersonFiguresTable figures={data} personId={learnerId} onChoose={(value) => choose('learner', value)} />
      </div>
    </div>
  );
}

/** Exports one row per learner: totals and the progress in each lesson. */
async function exportFigures(figures: CourseFigures, t: ReturnType<typeof useTranslation<'learning'>>['t']): Promise<void> {
  const heads = [
    ...(['name', 'class', 'doneFigure', 'averageFigure', 'hours', 'last'] as const).map((key) => t(key)),
    ...figures.lessons.map((lesson) => lesson.title),
  ];
  const rows = figures.people.map((one) => [
    one.name,
    one.className,
    one.done,
    one.percent / 100,
    toCourseHours(one.learnedMs, figures.hourMinutes),
    one.lastMs === null ? t('never') : formatDateTime(one.lastMs),
    ...one.lessons.map((percent) => percent / 100),
  ]);
  const columns = heads.map((header, at) => ({ key: String(at), header, value: (row: (typeof rows)[number]) => row[at] ?? null }));
  const name = t('figuresOf', { title: figures.title });
  downloadFile(await writeSheet(createSpreadsheetData(name, columns, rows), new AbortController().signal), `${name}.xlsx`);
}
