import { Plus } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { AssignmentSummary } from '../../../../sync/contract/learning/assignment.ts';
import type { AssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { type Column, dateColumn, nameColumn, numberColumn } from '../../../ui/list/columns.tsx';
import { getAssignmentBasePath } from '../assignment-queries.ts';
import { useNow } from '../../../ui/use-now.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const filters = { keyword: textFilter };

function TaskList({ kind }: { kind: AssignedKind }) {
  const { t } = useTranslation(['assignment', 'words']);
  const mayChange = useCanChangeData();
  const nowMs = useNow();
  const list = useListState({ filters, sort: '-startMs' });
  const tasks = useListQuery('/task/getList', { ...list.input, filter: { ...list.input.filter, kind } });
  const count = (
    key: string,
    header: string,
    of: (row: AssignmentSummary) => number,
    isHighlighted: (row: AssignmentSummary) => boolean,
  ): Column<AssignmentSummary> => ({
    key,
    header,
    width: 'w-20',
    align: 'right',
    cell: (row) => <span className={of(row) > 0 && isHighlighted(row) ? 'font-semibold text-kept-ink' : ''}>{of(row)}</span>,
    value: of,
  });
  const columns: readonly Column<AssignmentSummary>[] = [
    nameColumn(t('name'), (row) => row.name, { opens: true }),
    { key: 'paper', header: t('words:paper'), wide: true, width: 'w-44', value: (row) => row.paperName },
    dateColumn('start', t('start'), (row) => row.startMs, { sort: 'startMs', wide: true }),
    dateColumn('due', t('due'), (row) => row.dueMs),
    numberColumn(
      'handedIn',
      t('handedInOf'),
      (row) => t('words:ofCount', { n: row.counts.awaitingMarking + row.counts.finished, of: row.total }),
      { width: 'w-24' },
    ),
    count(
      'toMark',
      t('toMark'),
      (row) => row.counts.awaitingMarking,
      () => kind === 'homework',
    ),
    count(
      'notBegun',
      t('notBegun'),
      (row) => row.counts.notDone,
      (row) => row.dueMs < nowMs,
    ),
    count(
      'late',
      t('lateCount'),
      (row) => row.late,
      () => true,
    ),
    count(
      'returned',
      t('returnedCount'),
      (row) => row.counts.returned,
      () => false,
    ),
  ];
  const create = mayChange && (
    <LinkButton variant="primary" to={`${getAssignmentBasePath(kind)}/create`}>
      <Plus />
      {t(kind === 'homework' ? 'words:taskCreate' : 'setTest')}
    </LinkButton>
  );
  return (
    <ListPage actions={create}>
      <DataList
        name={`task.${kind}`}
        caption={t('listCaption')}
        list={list}
        query={tasks}
        columns={columns.filter(
          (column) => kind === 'homework' || (column.key !== 'returned' && column.key !== 'toMark' && column.key !== 'late'),
        )}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `${getAssignmentBasePath(kind)}/score/${row.id}`}
        actions={(row) => [
          { label: t('words:view'), to: `${getAssignmentBasePath(kind)}/score/${row.id}` },
          ...(mayChange ? [{ label: t('words:taskEdit'), to: `${getAssignmentBasePath(kind)}/create/${row.id}` }] : []),
        ]}
        search={t('search')}
        empty={{ title: t('listEmpty'), text: t('listEmptyText'), action: create }}
      />
    </ListPage>
  );
}

/** /teacher/homework/user: homework that was set, with the progress of the students. */
export const HomeworkAssignmentsPage = () => <TaskList kind="homework" />;
/** /teacher/test/user: mock tests that were set, with the progress of the students. */
export const TestAssignmentsPage = () => <TaskList kind="test" />;
