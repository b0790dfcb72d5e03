import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paperStatus } from '../../../../sync/contract/codes.ts';
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
import { PaperStatusChip } from '../../../ui/status-chip.tsx';
import { usePaperList, type PaperSummary } from '../paper-queries.ts';

const rowLink = 'rounded-sm text-primary underline-offset-4 hover:underline';

function useColumns(): Column<PaperSummary>[] {
  const mayChange = useMayChange();
  const { t } = useTranslation('paper');
  return [
    {
      key: 'name',
      header: t('name'),
      cell: (row) => (
        <Link to={`/teacher/exam/paper-form/${row.id}`} className="rounded-sm font-medium hover:text-primary">
          {row.name}
        </Link>
      ),
    },
    { key: 'status', header: t('status'), width: 'w-40', cell: (row) => <PaperStatusChip status={row.status} /> },
    { key: 'count', header: t('questionCount'), width: 'w-20', align: 'right', cell: (row) => row.questionCount },
    { key: 'points', header: t('totalPoints'), width: 'w-20', align: 'right', cell: (row) => row.totalPoints },
    {
      key: 'updated',
      header: t('updated'),
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      cell: (row) => <span className="text-muted-foreground">{formatDateTime(row.updatedMs)}</span>,
    },
    {
      key: 'actions',
      header: t('actions'),
      width: 'w-32',
      align: 'right',
      cell: (row) => (
        <span className="inline-flex gap-4">
          {mayChange && row.status !== paperStatus.organised && (
            <Link to={`/teacher/exam/paper/create/${row.id}`} className={rowLink}>
              {t('change')}
            </Link>
          )}
          <Link to={`/teacher/exam/paper-form/${row.id}`} className={rowLink}>
            {t(row.status === paperStatus.organised || !mayChange ? 'view' : 'assemble')}
          </Link>
        </span>
      ),
    },
  ];
}

export function PaperListPage() {
  const { t } = useTranslation('paper');
  const list = useListState();
  const mayChange = useMayChange();
  const keyword = list.filter('keyword');
  const columns = useColumns();
  const papers = usePaperList({
    page: list.page,
    pageSize: list.pageSize,
    ...(list.sort === undefined ? {} : { sort: list.sort }),
    ...(keyword === '' ? {} : { filter: { keyword } }),
  });
  const create = mayChange && (
    <Button asChild variant="primary">
      <Link to="/teacher/exam/paper/create">
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
        {papers.error !== null && papers.data === undefined ? (
          <QueryFailure error={papers.error} onRetry={() => void papers.refetch()} />
        ) : (
          <DataTable
            caption={t('listCaption')}
            columns={columns}
            rows={papers.data?.items}
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
          total={papers.data?.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      </Panel>
    </div>
  );
}
