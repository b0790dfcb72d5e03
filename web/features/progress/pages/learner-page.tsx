import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatDayOrNever, formatPercentOrDash, computePassRate } from '../figure-text.ts';
import { EventLine, type LearnerEvent } from '../parts/event-line.tsx';
import { LearnerCourses } from '../parts/learner-courses.tsx';
import { learnerStatusStyles } from '../parts/learner-columns.tsx';

const tenths = (share: number): number => Math.round(share * 1000) / 10;

/** Shows one learner: figures, scores over time, and a timeline of events. */
export function LearnerPage() {
  const { t } = useTranslation('progress');
  const { id } = useParams();
  const learner = useCall('/progress/getById', { id: Number(id) }, { quiet: true });
  if (learner.error !== null && learner.data === undefined)
    return (
      <>
        <PageHeader title={t('progress')} />
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
            figures: { score: tenths(event.points / event.total_points), pass: tenths(event.pass_points / event.total_points) },
          },
        ]
      : [],
  );
  const who = [data.class_name === '' ? t('noClass') : data.class_name, data.student_no, data.login_name].filter((text) => text !== '');
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('progressOf', { name: data.name })}
        beside={<Chip {...learnerStatusStyles[data.status]}>{t(`statuses.${data.status}`)}</Chip>}
        description={<span className="num">{who.join(' · ')}</span>}
        actions={
          <Button asChild>
            <Link to={`/student/user/index?user=${data.id}`}>{t('records')}</Link>
          </Button>
        }
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
              { key: 'score', name: t('score') },
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
