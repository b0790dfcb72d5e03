import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { DataList, type DataListProps, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { Column } from '../../../ui/list/columns.tsx';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { concernKinds, listExamineeConcerns, countConcerns } from './plan-concerns.ts';

const codes = Object.values(examUserStatus).toSorted((a, b) => a - b);
const filters = { keyword: textFilter, status: createOneOfFilter(codes), concern: createOneOfFilter(concernKinds) };

interface PersonListProps<T> extends Pick<DataListProps<T>, 'actions' | 'selection' | 'bulk'> {
  /** Key under which the user's choice of columns for this list is stored. */
  name: string;
  caption: string;
  rows: readonly T[];
  examineeOf: (row: T) => PlanExaminee;
  columns: readonly Column<T>[];
  title?: ReactNode;
  aside?: ReactNode;
  /** Hides the filter by status. */
  plain?: boolean;
}

/** Lists the examinees of a plan with search by name, ticket or seat and a filter by status. The caller chooses the columns. */
export function PersonList<T>({ rows, examineeOf, columns, plain = false, ...rest }: PersonListProps<T>) {
  const { t } = useTranslation('examPlan');
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `examineeOf` is a new function in every render; the rows decide
  const met = useMemo(() => countConcerns(rows.map(examineeOf)), [rows]);
  const find = (list.filters.keyword ?? '').trim().toLowerCase();
  const fitting = rows.filter((row) => {
    const examinee = examineeOf(row);
    const { status, name, ticketNo, seatLabel } = examinee;
    const { concern } = list.filters;
    return (
      (list.filters.status === undefined || list.filters.status === status) &&
      (concern === undefined || listExamineeConcerns(examinee).some(({ kind }) => kind === concern)) &&
      (find === '' || [name, ticketNo, seatLabel].some((text) => text.toLowerCase().includes(find)))
    );
  });
  return (
    <DataList
      {...rest}
      unpaged
      list={list}
      query={createLocalListQuery(fitting, columns, list, true)}
      columns={columns}
      keyOf={(row) => examineeOf(row).userId}
      nameOf={(row) => examineeOf(row).name}
      search={t('findPerson')}
      filters={
        <>
          {!plain && <StatusFilter choices={codes.map((value) => ({ value, label: code(`examUserStatus.${value}`) }))} />}
          {met.length > 0 && (
            <FilterSelect
              name="concern"
              label={t('concerns')}
              all={t('allConcerns')}
              choices={met.map(({ kind, people }) => ({
                value: kind,
                label: t('concernPeople', { kind: t(`concernName.${kind}`), count: people }),
              }))}
            />
          )}
        </>
      }
      empty={{ title: t('nobody') }}
      className="max-h-[max(22rem,calc(100dvh-19rem))]"
    />
  );
}
