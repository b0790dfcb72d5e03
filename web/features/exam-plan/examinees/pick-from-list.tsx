import { useTranslation } from '../../../lib/i18n.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { numberFilter, textFilter } from '../../../ui/list/list-filters.ts';
import { formatTotal, readEveryRow } from '../../../ui/list/list-pages.ts';
import { useLocalListState } from '../../../ui/list/list-state.ts';
import type { Column } from '../../../ui/list/table-columns.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type ExamineeCandidate, useExamClasses } from '../exam-plan-queries.ts';
import type { PickProps } from './pick-props.ts';
import { mutedColumn, nameColumn } from '../../../ui/list/columns.tsx';

const filters = { keyword: textFilter, class_id: numberFilter };
/** One more than a plan accepts (`planDraft`), so that an excess is noticed. */
const mostExaminees = 2001;

/** Chooses examinees from a searchable list, or all that match. Choices survive searching and paging. */
export function PickFromList({ chosen, put }: PickProps) {
  const { t } = useTranslation('examPlan');
  const list = useLocalListState({ filters, sort: 'login_name' });
  const candidates = useListQuery('/user/getExamUserList', list.input);
  const classes = useExamClasses();
  const pickAll = useAction({
    mutationFn: () =>
      readEveryRow(candidates.fetchPage, { idOf: (row) => row.id, limit: mostExaminees, signal: new AbortController().signal }),
    onSuccess: ({ rows }) =>
      put(
        rows.map((row) => row.id),
        true,
      ),
    onError: (error) => toast.error(error.message),
  });
  const columns: Column<ExamineeCandidate>[] = [
    nameColumn(t('person'), (row) => row.name),
    { key: 'class', header: t('className'), width: 'w-40', value: (row) => row.class_name },
    mutedColumn('student', t('studentNo'), (row) => row.student_no, { width: 'w-32' }),
    { key: 'login', header: t('loginName'), sort: 'login_name', width: 'w-36', value: (row) => row.login_name },
    mutedColumn('ticket', t('ticketNo'), (row) => row.ticket_no, { wide: true, sort: 'ticket_no', width: 'w-36' }),
  ];
  return (
    <DataList
      name="exam-plan.picker"
      caption={t('picker')}
      list={list}
      query={candidates}
      columns={columns}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={{
        ids: new Set(chosen),
        rows: [],
        put: (rows, on) =>
          put(
            rows.map((row) => row.id),
            on,
          ),
        clear: () => put(chosen, false),
      }}
      search={t('pickerSearch')}
      filters={
        <>
          <FilterSelect
            list={list}
            name="class_id"
            label={t('className')}
            all={t('allClasses')}
            choices={[...(classes.data ?? []).map((each) => ({ value: each.id, label: each.name })), { value: 0, label: t('inNoClass') }]}
          />
          {candidates.data !== undefined && candidates.data.total > 0 && (
            <Button size="sm" busy={pickAll.isPending} onClick={() => pickAll.mutate()}>
              {pickAll.isPending ? t('picking') : t('pickAll', { count: formatTotal(candidates.data) })}
            </Button>
          )}
        </>
      }
      empty={{ title: t('noExaminees') }}
    />
  );
}
