import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { learnerOutcomes } from '../../../../sync/contract/learning/progress.ts';
import { useCall, useListQuery } from '../../../platform/api/call-query.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { numberFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useLearnerColumns } from '../parts/learner-columns.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatPercentOrDash, computePassRate } from '../figure-text.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Refetch interval while the server is still counting results (ms). */
const countingMs = 1500;

/** Lists all learners with the exams they sat, missed and passed. */
export function LearnerListPage() {
  const { t } = useTranslation(['progress', 'words']);
  const list = useListState({
    filters: {
      keyword: textFilter,
      class_id: numberFilter,
      status: createOneOfFilter(Object.values(userStatus)),
      outcome: createOneOfFilter(learnerOutcomes),
    },
    sort: '-last_exam_ms',
  });
  const filter = list.input.filter ?? {};
  const learners = useListQuery('/progress/getList', list.input);
  const overview = useCall(
    '/progress/getOverview',
    { filter },
    { placeholderData: keepPreviousData, refetchInterval: (query) => ((query.state.data?.waiting ?? 0) > 0 ? countingMs : false) },
  );
  const waitingCount = overview.data?.waiting ?? 0;
  const { refetch } = learners;
  useEffect(() => {
    // The overview has counted further results: reload the rows so that both agree.
    if (overview.dataUpdatedAt > 0) void refetch();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs only when the number of waiting results changes
  }, [waitingCount]);
  const classes = useCall('/class/getOptions', {});
  const columns = useLearnerColumns();
  return (
    <ListPage>
      {waitingCount > 0 && (
        <div role="status">
          <Strip tone="neutral">{t('waiting', { count: waitingCount })}</Strip>
        </div>
      )}
      {overview.error === null && <LearnerOverview overview={overview.data} />}
      <DataList
        name="progress.learners"

        list={list}
        query={learners}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `/teacher/student/statistics/progress/${row.id}`}
        search={t('search')}
        filters={
          <>
            <FilterSelect
              name="class_id"
              label={t('words:className')}
              all={t('words:allClasses')}
              className="min-w-32"
              choices={[
                { value: 0, label: t('noClass') },
                ...(classes.data?.items ?? []).map((each) => ({ value: each.id, label: each.name })),
              ]}
            />
            <FilterSelect
              name="outcome"
              label={t('outcome')}
              all={t('allOutcomes')}
              className="min-w-28"
              choices={learnerOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
            />
            <StatusFilter className="min-w-28" choices={([1, 2, 0] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))} />
          </>
        }
        empty={{
          title: t('learnersEmpty'),
          text: t('learnersEmptyText'),
          action: <LinkButton to="/teacher/student/index">{t('toStudents')}</LinkButton>,
        }}
      />
    </ListPage>
  );
}

type Overview = CallOutput<CallOfPath<'/progress/getOverview'>>;
const height = 132;

/** Shows totals over the filtered learners and the distribution of mean scores. */
function LearnerOverview({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation(['progress', 'words']);
  if (overview === undefined) return <Skeleton className="h-48 w-full rounded-xl" />;
  const { students, exams, sat, absent, scored, passed, average, spread } = overview;
  const any = spread.some((count) => count > 0);
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('words:students'), value: students },
          { label: t('figures.exams'), value: exams },
          { label: t('figures.sat'), value: sat },
          { label: t('figures.absent'), value: absent },
          { label: t('averageRate'), value: formatPercentOrDash(average) },
          {
            label: t('passRate'),
            value: formatPercentOrDash(computePassRate(passed, scored)),
            ...(scored === 0 ? {} : { note: <span className="max-xl:hidden">{t('passRateNote', { passed, scored })}</span> }),
          },
        ]}
      />
      {any && (
        <div>
          <Panel title={t('spread')} bodyClassName="px-3 pb-2">
            <Chart
              kind="bars"
              title={t('spread')}
              axis={t('band')}
              series={[{ key: 'count', name: t('words:students') }]}
              points={spread.map((count, tenth) => ({ name: `${tenth * 10}–${formatPercent((tenth + 1) / 10)}`, figures: { count } }))}
              unit={t('people')}
              height={height}
            />
          </Panel>
        </div>
      )}
    </>
  );
}
