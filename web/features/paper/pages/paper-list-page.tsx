import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { ForRoles } from '../../../platform/for-roles.tsx';
import { useMayChange } from '../../../platform/may-change.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { PaperStatusChip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import type { PaperSummary } from '../paper-queries.ts';

const filters = { keyword: textFilter };

function useColumns(): Column<PaperSummary>[] {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  return [
    { key: 'name', header: t('name'), sort: 'name', fixed: true, opens: true, value: (row) => row.name },
    {
      key: 'status',
      header: t('status'),
      width: 'w-40',
      cell: (row) => <PaperStatusChip status={row.status} />,
      value: (row) => code(`paperStatus.${row.status}`),
    },
    { key: 'count', header: t('questionCount'), width: 'w-24', align: 'right', value: (row) => row.questionCount },
    { key: 'points', header: t('totalPoints'), width: 'w-20', align: 'right', value: (row) => row.totalPoints },
    {
      key: 'updated',
      header: t('updated'),
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      cell: (row) => <span className="text-muted-foreground">{formatDateTime(row.updatedMs)}</span>,
      value: (row) => new Date(row.updatedMs),
    },
  ];
}

export function PaperListPage() {
  const { t } = useTranslation('paper');
  const mayChange = useMayChange();
  const list = useListState({ filters, sort: '-updatedMs' });
  const papers = useListQuery('/paper/getList', list.input);
  const columns = useColumns();
  const create = mayChange && (
    <Button asChild variant="primary">
      <Link to="/teacher/exam/paper/create">
        <Plus />
        {t('create')}
      </Link>
    </Button>
  );
  const isFixed = (row: PaperSummary) => !mayChange || row.status === paperStatus.organised;
  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          <ForRoles roles={['admin', 'school']}>
            <Button asChild>
              <Link to="/teacher/exam/paper/prof">{t('profs')}</Link>
            </Button>
          </ForRoles>
          {create}
        </>
      }
    >
      <DataList
        name="paper"
        caption={t('listCaption')}
        list={list}
        query={papers}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `/teacher/exam/paper-form/${row.id}`}
        actions={(row) => [
          ...(isFixed(row) ? [] : [{ label: t('change'), to: `/teacher/exam/paper/create/${row.id}` }]),
          { label: t(isFixed(row) ? 'view' : 'assemble'), to: `/teacher/exam/paper-form/${row.id}` },
        ]}
        search={t('search')}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
      />
    </ListPage>
  );
}
