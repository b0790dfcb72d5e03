import { useTranslation } from '../../../lib/i18n.ts';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LevelFilter, useProfessionColumns } from '../parts/profession-columns.tsx';
import { getBankPath } from '../profession-queries.ts';
import { numberColumn } from '../../../ui/list/columns.tsx';

const filters = { keyword: textFilter, level: createOneOfFilter(professionLevels) };

/** Lists the professions of the question platform; each leads to its certified bank. */
export function BankProfessionsPage() {
  const { t } = useTranslation(['prof', 'words']);
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', { ...list.input, filter: { ...list.filters, enabled: true } });
  return (
    <ListPage>
      <p className="-mt-2 text-[13px] text-muted-foreground">{t('profsHint')}</p>
      <DataList
        name="bank-profession"

        list={list}
        query={professions}
        columns={[
          ...useProfessionColumns(),
          numberColumn('tables', t('tables'), (row: { readonly tableCount: number }) => row.tableCount, { width: 'w-20' }),
        ]}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={getBankPath}
        actions={(row) => [{ label: t('toBank'), to: getBankPath(row) }]}
        search={t('search')}
        filters={<LevelFilter />}
        empty={{ title: t('emptyTitle'), text: t('emptySchool') }}
      />
    </ListPage>
  );
}
