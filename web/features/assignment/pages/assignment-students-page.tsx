import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { assignmentCalls } from '../../../../sync/contract/learning/assignment.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { numberFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { type Column, nameColumn } from '../../../ui/list/columns.tsx';

type Row = CallOutput<(typeof assignmentCalls)['getStudents']>['items'][number];
const filters = { keyword: textFilter, classId: numberFilter };

/** Page /teacher/homework/student: for each student, numbers of homework by status. */
export function AssignmentStudentsPage() {
  const { t } = useTranslation(['assignment', 'words']);
  const list = useListState({ filters });
  const { keyword = '', classId } = list.filters;
  const students = useCall('/task/getStudents', { ...(classId !== undefined && { classId }) });
  const count = (
    key: 'set' | 'notDone' | 'awaitingMarking' | 'returned' | 'finished' | 'late',
    header: string,
    warns = false,
  ): Column<Row> => ({
    key,
    header,
    sort: key,
    width: 'w-24',
    align: 'right',
    cell: (row) => <span className={warns && row[key] > 0 ? 'font-semibold text-kept-ink' : ''}>{row[key]}</span>,
    value: (row) => row[key],
  });
  const columns: readonly Column<Row>[] = [
    nameColumn(t('words:personName'), (row) => row.name),
    { key: 'class', header: t('words:className'), sort: 'class', width: 'w-48', value: (row) => row.className },
    count('set', t('doSet')),
    count('notDone', t('notBegun'), true),
    count('awaitingMarking', t('toMark'), true),
    count('returned', t('returnedCount')),
    count('finished', t('finishedCount')),
    count('late', t('lateCount'), true),
    {
      key: 'rate',
      header: t('rate'),
      sort: 'rate',
      width: 'w-24',
      align: 'right',
      cell: (row) => (row.percent === null ? '–' : `${row.percent}%`),
      value: (row) => row.percent,
    },
  ];
  if (students.data === undefined) return <LoadingState query={students} className="h-96 rounded-xl" />;
  const rows = students.data.items.filter((row) => row.name.includes(keyword));
  return (
    <ListPage>
      <DataList
        name="task.byStudent"

        list={list}
        query={createLocalListQuery(rows, columns, list)}
        columns={columns}
        keyOf={(row) => row.userId}
        nameOf={(row) => row.name}
        search={t('words:personName')}
        filters={
          <FilterSelect
            name="classId"
            label={t('words:className')}
            all={t('words:allClasses')}
            choices={students.data.classes.map((each) => ({ value: each.id, label: each.name }))}
          />
        }
        empty={{ title: t('studentsEmpty'), text: t('listEmptyText') }}
      />
    </ListPage>
  );
}
