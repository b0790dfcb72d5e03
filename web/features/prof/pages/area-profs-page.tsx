import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useLocation } from 'react-router-dom';
import { profAreas, type ProfArea } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { Switch } from '../../../ui/switch.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { useProfessionColumns } from '../parts/profession-columns.tsx';
import { useProfChange, type ProfessionRow } from '../prof-queries.ts';

const filters = { keyword: textFilter };

/** Selects which of the school's professions can be chosen in one area of its work. `/teacher/{area}/…/prof` */
export function AreaProfsPage() {
  const { t } = useTranslation('prof');
  const kind = useLocation().pathname.split('/')[2];
  const area: ProfArea = profAreas.find((each) => each === kind) ?? 'exam';
  const areaName = t(`areas.${area}`);
  const mayChange = useMayChange();
  const isSchool = useAtomValue(sessionUserAtom)?.roles.includes('school') === true;
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', { ...list.input, filter: { ...list.filters, offered: true } });
  const change = useProfChange('/prof/setArea', t('saved'));
  const columns: Column<ProfessionRow>[] = [
    ...useProfessionColumns(),
    {
      key: 'area',
      header: t('areaOn'),
      width: 'w-32',
      align: 'center',
      fixed: true,
      cell: (row) => (
        <Switch
          className="align-middle"
          aria-label={t('areaSwitch', { area: areaName, name: row.name })}
          checked={row.areas.includes(area)}
          disabled={!mayChange}
          onCheckedChange={(offered) => change.mutate({ ids: [row.id], area, offered })}
        />
      ),
      value: (row) => (row.areas.includes(area) ? t('areaOn') : ''),
    },
  ];
  return (
    <ListPage title={t('areaTitle', { area: areaName })}>
      <p className="-mt-2 text-[13px] text-muted-foreground">{t('areaHint', { area: areaName })}</p>
      <DataList
        name="area-profession"
        caption={t('areaTitle', { area: areaName })}
        list={list}
        query={professions}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        search={t('search')}
        empty={{
          title: t('areaEmptyTitle'),
          text: t('areaEmptyText'),
          action: isSchool && (
            <Button asChild variant="primary">
              <Link to="/teacher/manage/prof">{t('toSchoolProfs')}</Link>
            </Button>
          ),
        }}
      />
    </ListPage>
  );
}
