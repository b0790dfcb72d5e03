import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation } from 'react-router-dom';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { flagFilter, createOneOfFilter, textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { LevelFilter } from '../parts/level-filter.tsx';
import { ProfessionForm } from '../parts/profession-form.tsx';
import { useProfessionAdminColumns, useProfessionColumns } from '../parts/profession-columns.tsx';
import { professionResourceCalls } from '../profession-resource-calls.ts';
import { useProfessionChange } from '../profession-queries.ts';

const filters = { keyword: textFilter, level: createOneOfFilter(professionLevels), enabled: flagFilter };

/** Lists the profession catalogue for its administrators; all schools choose from it. */
export function ProfessionListPage() {
  const { t } = useTranslation('prof');
  const isGlobal = useLocation().pathname.startsWith('/school/');
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', list.input);
  const setStatus = useProfessionChange('/prof/setStatus', t('saved'));
  const columns = [...useProfessionColumns(), ...useProfessionAdminColumns()];
  return (
    <ResourceListPage
      desk={professionResourceCalls}
      title={t(isGlobal ? 'globalTitle' : 'title')}
      {...(isGlobal ? { hint: t('globalHint') } : {})}
      list={list}
      query={professions}
      columns={columns}
      nameOf={(row) => row.name}
      inlineActions={1}
      actions={(row) => [
        {
          label: t(row.enabled ? 'disable' : 'enable'),
          onSelect: () => setStatus.mutate({ id: row.id, version: row.version, enabled: !row.enabled }),
        },
      ]}
      filters={
        <>
          <LevelFilter list={list} />
          <FilterSelect
            list={list}
            name="enabled"
            label={t('status')}
            all={t('allStatus')}
            choices={[
              { value: '1', label: t('enabled') },
              { value: '0', label: t('disabled') },
            ]}
          />
        </>
      }
      form={(saved, onClose) => <ProfessionForm key={saved?.id ?? 'new'} saved={saved} onClose={onClose} />}
      emptyText={t('emptyText')}
      removeAsk={(row) => t('removeText', { code: row.code })}
    />
  );
}
