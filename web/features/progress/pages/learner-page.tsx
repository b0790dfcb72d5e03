import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Link, useParams } from 'react-router-dom';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatDayOrNever, formatPercentOrDash, computePassRate } from '../figure-text.ts';
import { learnerStatusStyles } from '../parts/learner-columns.tsx';
import { examStatus } from '../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { progressTexts } from '../progress-texts.ts';
import { cn } from '../../../lib/cn.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { PassChip, ExamStatusChip, ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { toCourseHours } from '../../../../sync/domain/learning/learned-spans.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const toPercent = (share: number): number => Math.round(share * 1000) / 10;

/** Shows one learner: figures, scores over time, and a timeline of events. */
export function LearnerPage() {
  const { t } = useTranslation(['progress', 'words']);
  const { id } = useParams();
  const learner = useCall('/progress/getById', { id: Number(id) }, { quiet: true });
  if (learner.error !== null && learner.data === undefined)
    return (
      <>
        <PageHeader title={t('words:learnProgress')} />
        <QueryFailure error={learner.error} onRetry={() => void learner.refetch()} />
      </>
    );
  const { data } = learner;
  if (data === undefined)
    return (
      <div className="flex flex-col gap-3.5">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-16 w-full rounded-xl" />
        <Skeleton className="h-80 w-full rounded-xl" />
      </div>
    );
  const points = data.events.toReversed().flatMap((event: LearnerEvent) =>
    event.kind === 'exam' && event.points !== null
      ? [
          {
            name: `${formatDate(event.at_ms)} ${event.name}`,
            figures: { score: toPercent(event.points / event.total_points), pass: toPercent(event.pass_points / event.total_points) },
          },
        ]
      : [],
  );
  const who = [data.class_name === '' ? t('noClass') : data.class_name, data.student_no, data.login_name].filter((text) => text !== '');
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('progressOf', { name: data.name })}
        titleExtra={<Chip {...learnerStatusStyles[data.status]}>{t(`statuses.${data.status}`)}</Chip>}
        description={<span className="num">{who.join(' · ')}</span>}
        actions={<LinkButton to={`/student/user/index?user=${data.id}`}>{t('records')}</LinkButton>}
      />
      <FigureStrip
        figures={[
          { label: t('figures.exams'), value: data.exams },
          { label: t('figures.sat'), value: data.sat },
          { label: t('figures.absent'), value: data.absent },
          { label: t('averageRate'), value: formatPercentOrDash(data.average) },
          {
            label: t('passRate'),
            value: formatPercentOrDash(computePassRate(data.passed, data.scored)),
            ...(data.scored === 0
              ? {}
              : { note: <span className="max-xl:hidden">{t('passRateNote', { passed: data.passed, scored: data.scored })}</span> }),
          },
          { label: t('figures.tests'), value: data.tests },
          { label: t('figures.lessons'), value: data.lessons },
          {
            label: t('figures.active_ms'),
            value: <span className="text-base">{formatDayOrNever(data.active_ms, t('never'))}</span>,
          },
        ]}
      />
      <FigureStrip
        figures={[
          { label: t('figures.homework'), value: data.homework },
          { label: t('figures.homework_in'), value: data.homework_in },
          { label: t('figures.homework_done'), value: data.homework_done },
          { label: t('figures.homework_average'), value: formatPercentOrDash(data.homework_average) },
          { label: t('figures.practised'), value: data.practised },
          { label: t('figures.practice_right'), value: formatPercentOrDash(data.practice_right) },
        ]}
      />
      {points.length > 1 && (
        <Panel title={t('scoreLine')} bodyClassName="px-3 pb-2">
          <Chart
            kind="lines"
            title={t('scoreLine')}
            axis={t('figures.exams')}
            series={[
              { key: 'score', name: t('band') },
              { key: 'pass', name: t('passLine') },
            ]}
            points={points}
            unit=" %"
            height={200}
          />
        </Panel>
      )}
      <LearnerCourses learnerId={data.id} courses={data.courses} />
      <Panel title={t('timeline')} bodyClassName="px-4 pt-4">
        <EventLine events={data.events} />
      </Panel>
    </div>
  );
}

type LearnerEvent = CallOutput<CallOfPath<'/progress/getById'>>['events'][number];
type ExamEvent = Extract<LearnerEvent, { kind: 'exam' }>;
type FieldName = keyof (typeof progressTexts)['zh-CN']['fields'];

/** Shows the learner's events as a timeline, newest first. */
function EventLine({ events }: { events: readonly LearnerEvent[] }) {
  return (
    <ol className="flex flex-col">
      {events.map((event, at) => (
        <li key={`${event.kind}.${event.at_ms}.${at}`} className="grid grid-cols-[8.5rem_1.25rem_1fr] gap-x-2">
          <time dateTime={new Date(event.at_ms).toISOString()} className="num pt-0.5 text-[13px] text-muted-foreground">
            {formatDateTime(event.at_ms)}
          </time>
          <span aria-hidden className="relative flex justify-center">
            <i className={cn('absolute inset-y-0 w-px bg-border', at === 0 && 'top-3', at === events.length - 1 && 'bottom-auto h-3')} />
            <i
              className={cn(
                'relative mt-2 size-2 rounded-full ring-4 ring-card',
                event.kind === 'exam' ? 'bg-primary' : 'bg-muted-foreground/50',
              )}
            />
          </span>
          <div className="min-w-0 pb-4 text-sm">{event.kind === 'exam' ? <ExamWords event={event} /> : <PlainWords event={event} />}</div>
        </li>
      ))}
    </ol>
  );
}

function ExamWords({ event }: { event: ExamEvent }) {
  const { t } = useTranslation('progress');
  const ahead = event.exam_status === examStatus.enabled || event.exam_status === examStatus.upcoming;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{event.name}</span>
        {event.test && <Chip>{t('test')}</Chip>}
        {ahead ? <ExamStatusChip status={event.exam_status} /> : <ExamUserStatusChip status={event.status} />}
        {event.passed !== null && <PassChip passed={event.passed} />}
      </p>
      <p className="num mt-0.5 flex flex-wrap gap-x-3 text-[13px] text-muted-foreground empty:hidden">
        {event.entered_ms !== null && <span>{t('entered', { time: formatTime(event.entered_ms) })}</span>}
        {event.handed_in_ms !== null && <span>{t('handedInAt', { time: formatTime(event.handed_in_ms) })}</span>}
        {event.points !== null && <span>{t('pointsOf', { points: event.points, total: event.total_points })}</span>}
      </p>
    </>
  );
}

function PlainWords({ event }: { event: Exclude<LearnerEvent, { kind: 'exam' }> }) {
  const { t } = useTranslation('progress');
  if (event.kind === 'joined') return t('joined');
  if (event.kind === 'signIn') return t('signInLast');
  const by = event.by === '' ? t('somebody') : event.by;
  if (event.fields.length === 0) return t('changedNothing', { by });
  const fields = event.fields.map((field) => t(`fields.${field as FieldName}`, { defaultValue: field }));
  return t('changedFields', { by, fields: joinWords(fields) });
}

type Courses = CallOutput<CallOfPath<'/progress/getById'>>['courses'];

/** Shows the learner's progress in each course; a course links to its figures for this learner. */
function LearnerCourses({ learnerId, courses }: { learnerId: number; courses: Courses }) {
  const { t } = useTranslation(['progress', 'words']);
  if (courses.length === 0) return null;
  return (
    <Panel title={t('words:courses')}>
      <ul>
        {courses.map((course) => (
          <li key={course.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm last:border-0">
            <Link
              className="min-w-40 grow truncate text-primary underline-offset-4 hover:underline"
              to={`/teacher/course/figures/${course.id}?learner=${learnerId}`}
            >
              {course.title}
            </Link>
            <span className="num text-muted-foreground">{t('lessonsDone', { done: course.done, all: course.lessons })}</span>
            <span className="num text-muted-foreground">
              {t('courseHours', { hours: toCourseHours(course.learnedMs, course.hourMinutes) })}
            </span>
            <span className="num w-36 text-muted-foreground">{course.lastMs === null ? t('notBegun') : formatDateTime(course.lastMs)}</span>
            <span className="flex w-32 items-center gap-2">
              <Progress label={course.title} value={course.percent / 100} />
              <span className="num w-12 shrink-0 text-right">{course.percent} %</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
