import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { flagFilter, oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { ProfessionForm } from '../parts/profession-form.tsx';
import { useKeeperColumns, useProfessionColumns } from '../parts/profession-columns.tsx';
import { useProfChange, type ProfessionRow } from '../prof-queries.ts';

const filters = { keyword: textFilter, level: oneOfFilter(professionLevels), enabled: flagFilter };

/** The catalogue all schools choose from, as its keepers see it. */
export function ProfessionListPage() {
  const { t } = useTranslation('prof');
  const { t: code } = useTranslation('codes');
  const isGlobal = useLocation().pathname.startsWith('/school/');
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', list.input);
  const columns = [...useProfessionColumns(), ...useKeeperColumns()];
  const [editing, setEditing] = useState<ProfessionRow | 'new' | null>(null);
  const [removing, setRemoving] = useState<ProfessionRow | null>(null);
  const setStatus = useProfChange('/prof/setStatus', t('saved'));
  const remove = useProfChange('/prof/remove', t('removed'));
  const create = (
    <Button variant="primary" onClick={() => setEditing('new')}>
      <Plus />
      {t('create')}
    </Button>
  );
  return (
    <ListPage title={t(isGlobal ? 'globalTitle' : 'title')} actions={create}>
      {isGlobal && <p className="-mt-2 text-[13px] text-muted-foreground">{t('globalHint')}</p>}
      <DataList
        name="profession"
        caption={t('caption')}
        list={list}
        query={professions}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => () => setEditing(row)}
        inlineActions={1}
        actions={(row) => [
          { label: t('edit'), onSelect: () => setEditing(row) },
          {
            label: t(row.enabled ? 'disable' : 'enable'),
            onSelect: () => setStatus.mutate({ id: row.id, version: row.version, enabled: !row.enabled }),
          },
          { label: t('remove'), destroys: true, onSelect: () => setRemoving(row) },
        ]}
        search={t('search')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="level"
              label={t('levels')}
              all={t('allLevels')}
              choices={professionLevels.map((level) => ({ value: level, label: code(`professionLevel.${level}`) }))}
            />
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
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
      />
      {editing !== null && (
        <ProfessionForm
          key={editing === 'new' ? 'new' : editing.id}
          saved={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <AlertDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        cancel={t('cancel')}
        confirm={t('remove')}
        tone="sealSolid"
        busy={remove.isPending}
        onConfirm={() => {
          if (removing !== null) remove.mutate({ id: removing.id, version: removing.version }, { onSettled: () => setRemoving(null) });
        }}
      >
        {t('removeText', { code: removing?.code ?? '' })}
      </AlertDialog>
    </ListPage>
  );
}
