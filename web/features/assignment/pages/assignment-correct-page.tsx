import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import type { assignmentCalls } from '../../../../sync/contract/learning/assignment.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { type Column, dateColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { HomeworkStatusChip } from '../../../ui/entity/status-chip.tsx';

type Row = CallOutput<(typeof assignmentCalls)['getReturned']>['items'][number];
const statuses = [homeworkStatus.returned, homeworkStatus.awaitingMarking, homeworkStatus.finished];
const filters = { keyword: textFilter, status: createOneOfFilter(statuses) };

/** Page /teacher/homework/correct: homework that was returned to students for correction, with its present status. */
export function AssignmentCorrectionPage() {
  const { t } = useTranslation(['assignment', 'words']);
  const list = useListState({ filters });
  const returnedQuery = useCall('/task/getReturned', {});
  const columns: readonly Column<Row>[] = [
    {
      key: 'student',
      header: t('words:personName'),
      sort: 'student',
      fixed: true,
      opens: true,
      width: 'w-32',
      value: (row) => row.student,
    },
    { key: 'class', header: t('words:className'), sort: 'class', wide: true, width: 'w-40', value: (row) => row.className },
    { key: 'name', header: t('words:homework'), sort: 'name', value: (row) => row.name },
    { key: 'reason', header: t('reasonColumn'), value: (row) => row.reason },
    dateColumn('returned', t('returnedWhen'), (row) => row.returnedMs, { sort: 'returned' }),
    numberColumn('returns', t('returns'), (row) => row.returns, { sort: 'returns', width: 'w-24' }),
    statusColumn(
      'status',
      t('words:status'),
      (row) => <HomeworkStatusChip viewer="teacher" status={row.status} />,
      (row) => t(`status${row.status}`),
      { sort: 'status', width: 'w-44' },
    ),
  ];
  if (returnedQuery.data === undefined) return <LoadingState query={returnedQuery} className="h-96 rounded-xl" />;
  const { keyword = '', status } = list.filters;
  const rows = returnedQuery.data.items.filter(
    (row) => (status === undefined || row.status === status) && (row.student.includes(keyword) || row.name.includes(keyword)),
  );
  const open = (row: Row) => `/teacher/homework/user/item/${row.planId}/${row.userId}`;
  return (
    <ListPage>
      <DataList
        name="task.returned"
        caption={t('returnedCaption')}
        list={list}
        query={createLocalListQuery(rows, columns, list)}
        columns={columns}
        keyOf={(row) => `${row.planId}/${row.userId}`}
        nameOf={(row) => `${row.student} · ${row.name}`}
        open={open}
        actions={(row) => [{ label: t(row.status === homeworkStatus.awaitingMarking ? 'mark' : 'words:view'), to: open(row) }]}
        search={t('searchReturned')}
        filters={<StatusFilter choices={statuses.map((value) => ({ value, label: t(`status${value}`) }))} />}
        empty={{ title: t('returnedEmpty'), text: t('returnedEmptyText') }}
      />
    </ListPage>
  );
}
