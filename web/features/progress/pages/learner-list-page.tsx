import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { learnerOutcomes } from '../../../../sync/contract/learning/progress.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { numberFilter, createOneOfFilter, textFilter } from '../../../ui/list/list-filters.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useListState } from '../../../ui/list/list-state.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useLearnerColumns } from '../parts/learner-columns.tsx';
import { LearnerOverview } from '../parts/learner-overview.tsx';

/** Refetch interval while the server is still counting results (ms). */
const countingMs = 1500;

/** Lists all learners with the exams they sat, missed and passed. */
export function LearnerListPage() {
  const { t } = useTranslation('progress');
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
  const waiting = overview.data?.waiting ?? 0;
  const { refetch } = learners;
  useEffect(() => {
    // The overview has counted further results: reload the rows so that both agree.
    if (overview.dataUpdatedAt > 0) void refetch();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs only when the number of waiting results changes
  }, [waiting]);
  const classes = useCall('/class/getOptions', {});
  const columns = useLearnerColumns();
  return (
    <ListPage title={t('progress')}>
      {waiting > 0 && (
        <div role="status">
          <Strip tone="neutral">{t('waiting', { count: waiting })}</Strip>
        </div>
      )}
      {overview.error === null && <LearnerOverview overview={overview.data} />}
      <DataList
        name="progress.learners"
        caption={t('progress')}
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
              list={list}
              name="class_id"
              label={t('class')}
              all={t('allClasses')}
              className="min-w-32"
              choices={[
                { value: 0, label: t('noClass') },
                ...(classes.data?.items ?? []).map((each) => ({ value: each.id, label: each.name })),
              ]}
            />
            <FilterSelect
              list={list}
              name="outcome"
              label={t('outcome')}
              all={t('allOutcomes')}
              className="min-w-28"
              choices={learnerOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
            />
            <FilterSelect
              list={list}
              name="status"
              label={t('status')}
              all={t('allStatuses')}
              className="min-w-28"
              choices={([1, 2, 0] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
          </>
        }
        empty={{
          title: t('learnersEmpty'),
          text: t('learnersEmptyText'),
          action: (
            <Button asChild>
              <Link to="/teacher/student/index">{t('toStudents')}</Link>
            </Button>
          ),
        }}
      />
    </ListPage>
  );
}
