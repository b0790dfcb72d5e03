import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation } from 'react-router-dom';
import { professionAreas, type ProfessionArea } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { Switch } from '../../../ui/primitives/switch.tsx';
import type { Column } from '../../../ui/list/columns.tsx';
import { useProfessionColumns } from '../parts/profession-columns.tsx';
import { useProfessionChange, type ProfessionRow } from '../profession-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const filters = { keyword: textFilter };

/** Selects which of the school's professions can be chosen in one area of its work. `/teacher/{area}/…/prof` */
export function AreaProfessionsPage() {
  const { t } = useTranslation(['prof', 'words']);
  const kind = useLocation().pathname.split('/')[2];
  const area: ProfessionArea = professionAreas.find((each) => each === kind) ?? 'exam';
  const areaName = t(`areas.${area}`);
  const mayChange = useCanChangeData();
  const isSchool = useAtomValue(sessionUserAtom)?.roles.includes('school') === true;
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', { ...list.input, filter: { ...list.filters, offered: true } });
  const change = useProfessionChange('/prof/setArea', t('words:saved'));
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
            <LinkButton variant="primary" to="/teacher/manage/prof">
              {t('toSchoolProfs')}
            </LinkButton>
          ),
        }}
      />
    </ListPage>
  );
}
