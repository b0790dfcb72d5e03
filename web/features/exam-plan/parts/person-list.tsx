import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { localList } from '../../../ui/local-list.ts';
import type { Column } from '../../../ui/table-columns.ts';
import type { PlanExaminee } from '../exam-plan-queries.ts';

const codes = Object.values(examUserStatus).toSorted((a, b) => a - b);
const filters = { keyword: textFilter, status: oneOfFilter(codes) };

interface PersonListProps<T> {
  /** Under this name the person's columns are remembered. */
  name: string;
  caption: string;
  rows: readonly T[];
  examineeOf: (row: T) => PlanExaminee;
  columns: readonly Column<T>[];
  title?: ReactNode;
  aside?: ReactNode;
}

/** The examinees of a plan, found by name, ticket or seat and by status; all in one table, whatever else its columns say. */
export function PersonList<T>({ rows, examineeOf, columns, ...rest }: PersonListProps<T>) {
  const { t } = useTranslation('examPlan');
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters });
  const find = (list.filters.keyword ?? '').trim().toLowerCase();
  const fitting = rows.filter((row) => {
    const { status, name, ticketNo, seatLabel } = examineeOf(row);
    return (
      (list.filters.status === undefined || list.filters.status === status) &&
      (find === '' || [name, ticketNo, seatLabel].some((text) => text.toLowerCase().includes(find)))
    );
  });
  return (
    <DataList
      {...rest}
      unpaged
      list={list}
      query={localList(fitting, columns, list, true)}
      columns={columns}
      keyOf={(row) => examineeOf(row).userId}
      nameOf={(row) => examineeOf(row).name}
      search={t('findPerson')}
      filters={
        <FilterSelect
          list={list}
          name="status"
          label={t('status')}
          all={t('allStatuses')}
          choices={codes.map((value) => ({ value, label: code(`examUserStatus.${value}`) }))}
        />
      }
      empty={{ title: t('nobody') }}
      className="max-h-[max(22rem,calc(100dvh-19rem))]"
    />
  );
}
