import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ExamStatusChip } from '../../../ui/status-chip.tsx';
import { usePlanList, type PlanSummary } from '../exam-plan-queries.ts';

const rowLink = 'rounded-sm text-primary underline-offset-4 hover:underline';

function useColumns(): Column<PlanSummary>[] {
  const mayChange = useMayChange();
  const { t } = useTranslation('examPlan');
  return [
    {
      key: 'name',
      header: t('name'),
      cell: (row) => (
        <Link to={`/teacher/exam/exam-plan/item/${row.id}`} className="rounded-sm font-medium hover:text-primary">
          {row.name}
        </Link>
      ),
    },
    { key: 'status', header: t('status'), width: 'w-40', cell: (row) => <ExamStatusChip status={row.status} /> },
    { key: 'start', header: t('start'), sort: 'startMs', width: 'w-36', cell: (row) => formatDateTime(row.startMs) },
    {
      key: 'duration',
      wide: true,
      header: t('duration'),
      width: 'w-20',
      align: 'right',
      cell: (row) => t('minutes', { n: row.durationMs / 60_000 }),
    },
    {
      key: 'paper',
      wide: true,
      header: t('paper'),
      width: 'w-44',
      cell: (row) => <span className="text-muted-foreground">{row.paperName}</span>,
    },
    {
      key: 'handedIn',
      header: t('handedIn'),
      width: 'w-24',
      align: 'right',
      cell: (row) => t('ofCount', { n: row.handedInCount, of: row.examineeCount }),
    },
    {
      key: 'actions',
      header: t('actions'),
      width: 'w-24',
      align: 'right',
      cell: (row) => (
        <span className="inline-flex gap-3">
          {mayChange && row.status === examStatus.notEnabled && (
            <Link to={`/teacher/exam/exam-plan/create/${row.id}`} className={rowLink}>
              {t('change')}
            </Link>
          )}
          <Link to={`/teacher/exam/exam-plan/item/${row.id}`} className={rowLink}>
            {t('view')}
          </Link>
        </span>
      ),
    },
  ];
}

export function PlanListPage() {
  const { t } = useTranslation('examPlan');
  const list = useListState();
  const mayChange = useMayChange();
  const keyword = list.filter('keyword');
  const columns = useColumns();
  const plans = usePlanList({
    page: list.page,
    pageSize: list.pageSize,
    ...(list.sort === undefined ? {} : { sort: list.sort }),
    ...(keyword === '' ? {} : { filter: { keyword } }),
  });
  const create = mayChange && (
    <Button asChild variant="primary">
      <Link to="/teacher/exam/exam-plan/create">
        <Plus />
        {t('create')}
      </Link>
    </Button>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} actions={create} />
      <Panel>
        <div className="border-b p-2.5">
          <SearchInput value={keyword} onChange={(text) => list.setFilter('keyword', text)} placeholder={t('search')} className="w-64" />
        </div>
        {plans.error !== null && plans.data === undefined ? (
          <QueryFailure error={plans.error} onRetry={() => void plans.refetch()} />
        ) : (
          <DataTable
            caption={t('listCaption')}
            columns={columns}
            rows={plans.data?.items}
            keyOf={(row) => row.id}
            sort={list.sort}
            onSort={list.setSort}
            empty={
              keyword === '' ? (
                <EmptyState title={t('emptyTitle')} action={create}>
                  {t('emptyText')}
                </EmptyState>
              ) : (
                <EmptyState title={t('noneTitle')} action={<Button onClick={list.clearFilters}>{t('clearSearch')}</Button>} />
              )
            }
          />
        )}
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={plans.data?.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      </Panel>
    </div>
  );
}
