import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { type ProfessionArea, professionAreas, professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { flagFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { type Column, numberColumn } from '../../../ui/list/columns.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { LevelFilter, useProfessionColumns } from '../parts/profession-columns.tsx';
import { useProfessionChange, type ProfessionRow } from '../profession-queries.ts';

/** Pages on which each area selects its professions (specification, section 2). */
const areaPaths: Record<ProfessionArea, string> = {
  declaration: '/teacher/declaration/paper/prof',
  course: '/teacher/course/assets/prof',
  info: '/teacher/info/assets/prof',
  test: '/teacher/test/paper/prof',
  exam: '/teacher/exam/paper/prof',
  homework: '/teacher/homework/paper/prof',
};
const filters = { keyword: textFilter, level: createOneOfFilter(professionLevels), offered: flagFilter };

/** Selects the professions that the school offers from the catalogue. */
export function SchoolProfessionsPage() {
  const { t } = useTranslation(['prof', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', {
    ...list.input,
    filter: { ...list.filters, ...(list.filters.offered === true ? {} : { enabled: true }) },
  });
  const selection = useSelection<ProfessionRow>((row) => row.id);
  const change = useProfessionChange('/prof/setOffered', (input) => t(input.offered ? 'offeredDone' : 'withdrawnDone'));
  const set = (rows: readonly ProfessionRow[], offered: boolean) =>
    change.mutate({ ids: rows.map((row) => row.id), offered }, { onSuccess: selection.clear });
  const columns: Column<ProfessionRow>[] = [
    ...useProfessionColumns(),
    numberColumn('tables', t('tables'), (row) => row.tableCount, { width: 'w-20', wide: true }),
    {
      key: 'offered',
      header: t('offered'),
      width: 'w-20',
      align: 'center',
      fixed: true,
      cell: (row) => (
        <Switch
          className="align-middle"
          aria-label={t('offerSwitch', { name: row.name })}
          checked={row.offered}
          disabled={!mayChange}
          onCheckedChange={(on) => set([row], on)}
        />
      ),
      value: (row) => (row.offered ? t('offered') : ''),
    },
  ];
  return (
    <ListPage>
      <p className="-mt-2 flex flex-wrap gap-x-3 text-[13px] text-muted-foreground">
        {t('schoolHint')}
        <span className="flex flex-wrap gap-x-3">
          {t('areaLinks')}
          {professionAreas.map((area) => (
            <Link key={area} to={areaPaths[area]} className="rounded-sm text-primary underline-offset-4 hover:underline">
              {t(`areas.${area}`)}
            </Link>
          ))}
        </span>
      </p>
      <DataList
        name="school-profession"

        list={list}
        query={professions}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        selection={mayChange ? selection : undefined}
        bulk={(rows) => (
          <>
            <Button size="sm" busy={change.isPending} onClick={() => set(rows, true)}>
              {t('offerMany', { count: rows.length })}
            </Button>
            <Button size="sm" busy={change.isPending} onClick={() => set(rows, false)}>
              {t('withdrawMany', { count: rows.length })}
            </Button>
          </>
        )}
        search={t('search')}
        filters={
          <>
            <FilterSelect
              name="offered"
              label={t('offered')}
              all={t('allProfs')}
              choices={[
                { value: '1', label: t('offeredOnly') },
                { value: '0', label: t('notOffered') },
              ]}
            />
            <LevelFilter />
          </>
        }
        empty={{ title: t('emptyTitle'), text: t('emptySchool') }}
      />
    </ListPage>
  );
}
