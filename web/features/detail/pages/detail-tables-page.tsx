import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams, useNavigate } from 'react-router-dom';
import { detailTableStatus, professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery, type ListRow } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { type Column, dateColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { useDetailTable, type DetailTableRow } from '../detail-queries.ts';
import { TableEditor, TableStatusChip } from '../parts/table-editor.tsx';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';

const statuses = Object.values(detailTableStatus);
const filters = { keyword: textFilter, level: createOneOfFilter(professionLevels), status: createOneOfFilter(statuses) };

/**
 * Lists the detail tables (tables of assessment points), or shows the one whose id is in `?table=`. The specification gives both the same address.
 */
export function DetailTablesPage() {
  const [params] = useSearchParams();
  const table = params.get('table') ?? '';
  return /^[1-9]\d{0,14}$/.test(table) ? <OpenTable key={table} id={Number(table)} /> : <TableList />;
}

function OpenTable({ id }: { id: number }) {
  const table = useDetailTable(id);
  // Keep the editor open with the user's changes if a refetch fails.
  if (table.data === undefined)
    return (
      <LoadingState query={table}>
        <div className="flex flex-col gap-3" aria-busy>
          <Skeleton className="h-9 w-96" />
          <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_300px]">
            <Skeleton className="h-[32rem] rounded-xl" />
            <Skeleton className="h-72 rounded-xl" />
          </div>
        </div>
      </LoadingState>
    );
  return <TableEditor key={`${id}.${table.data.version}`} table={table.data} />;
}

function useColumns(): Column<DetailTableRow>[] {
  const { t } = useTranslation(['detail', 'words']);
  const { t: code } = useTranslation('codes');
  return [
    { key: 'code', header: t('code'), width: 'w-28', value: (row) => row.professionCode },
    { key: 'profession', header: t('words:profession'), fixed: true, opens: true, value: (row) => row.professionName },
    {
      key: 'trade',
      header: t('words:trade'),
      width: 'w-36',
      cell: (row) => (row.tradeName === '' ? <span className="text-muted-foreground">{t('wholeProfession')}</span> : row.tradeName),
      value: (row) => row.tradeName,
    },
    { key: 'level', header: t('words:level'), width: 'w-36', value: (row) => code(`professionLevel.${row.level}`) },
    { key: 'edition', header: t('edition'), width: 'w-20', value: (row) => t('editionNo', { n: row.edition }) },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <TableStatusChip status={row.status} />,
      (row) => code(`detailTableStatus.${row.status}`),
      { width: 'w-24' },
    ),
    numberColumn('points', t('points'), (row) => row.pointCount, { width: 'w-20' }),
    numberColumn('weight', t('weightTotal'), (row) => row.weightTotal, { width: 'w-24', wide: true }),
    { key: 'updatedBy', header: t('updatedBy'), width: 'w-24', wide: true, value: (row) => row.updatedByName },
    dateColumn('updated', t('updated'), (row) => row.updatedMs, {
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      wide: true,
      muted: true,
    }),
  ];
}

function TableList() {
  const { t } = useTranslation(['detail', 'words']);
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters, sort: '-updatedMs' });
  const tables = useListQuery('/detail/getList', list.input);
  const columns = useColumns();
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      {t('create')}
    </Button>
  );
  const to = (row: DetailTableRow) => `/question/recognizes?table=${row.id}`;
  return (
    <ListPage actions={create}>
      <DataList
        name="detail-table"
        caption={t('caption')}
        list={list}
        query={tables}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => `${row.professionName} ${code(`professionLevel.${row.level}`)} ${t('editionNo', { n: row.edition })}`}
        open={to}
        actions={(row) => [{ label: t(row.status === detailTableStatus.draft ? 'words:edit' : 'words:view'), to: to(row) }]}
        search={t('search')}
        filters={
          <>
            <FilterSelect
              name="level"
              label={t('words:level')}
              all={t('words:allLevels')}
              choices={professionLevels.map((level) => ({ value: level, label: code(`professionLevel.${level}`) }))}
            />
            <StatusFilter choices={statuses.map((status) => ({ value: status, label: code(`detailTableStatus.${status}`) }))} />
          </>
        }
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
      />
      {creating && <NewTableDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

type Profession = ListRow<'/prof/getList'>;

/** Asks for profession, trade and level, and creates a draft of a detail table (table of assessment points) for them. */
export function NewTableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['detail', 'words']);
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<Profession | null>(null);
  const [tradeId, setTradeId] = useState('');
  const [level, setLevel] = useState('');
  const professions = useListQuery('/prof/getList', { pageSize: 50, filter: { enabled: true, ...(keyword === '' ? {} : { keyword }) } });
  const choose = (profession: Profession) => {
    setChosen(profession);
    setTradeId('');
    setLevel('');
  };
  return (
    <ActionDialog
      title={t('create')}
      confirm={t('begin')}
      ready={chosen !== null && level !== ''}
      run={(quiet) =>
        makeCall(
          '/detail/add',
          {
            professionId: chosen?.id ?? 0,
            tradeId: tradeId === '' ? null : Number(tradeId),
            level: Number(level) as Profession['levels'][number],
          },
          quiet,
        )
      }
      invalidates={['/detail']}
      onDone={({ id }) => void navigate(`/question/recognizes?table=${id}`)}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <fieldset className="flex flex-col gap-2" data-missing={tried && chosen === null ? true : undefined}>
            <legend className="mb-1.5 text-[13px] font-medium">{t('words:profession')}</legend>
            <SearchInput value={keyword} onChange={setKeyword} placeholder={t('searchProfession')} />
            <div role="radiogroup" aria-label={t('words:profession')} className="scroll-slim h-52 overflow-y-auto rounded-lg border">
              {professions.data?.items.length === 0 && (
                <p className="px-3 py-6 text-center text-[13px] text-muted-foreground">{t('noProfession')}</p>
              )}
              {professions.data?.items.map((profession) => (
                <label
                  key={profession.id}
                  className="flex cursor-pointer items-center gap-2.5 border-b px-3 py-2 text-sm last:border-b-0 hover:bg-muted/55 has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
                >
                  <input
                    type="radio"
                    name="profession"
                    className="accent-primary"
                    checked={chosen?.id === profession.id}
                    onChange={() => choose(profession)}
                  />
                  <span className="num text-muted-foreground">{profession.code}</span>
                  {profession.name}
                </label>
              ))}
            </div>
            {tried && chosen === null && (
              <p role="alert" className="text-[13px] text-seal">
                {t('chooseProfession')}
              </p>
            )}
          </fieldset>
          <div className="grid grid-cols-2 gap-4">
            <Field label={t('words:trade')}>
              {(control) => (
                <Select
                  {...control}
                  value={tradeId}
                  onChange={setTradeId}
                  disabled={chosen === null || chosen.trades.length === 0}
                  choices={[
                    { value: '', label: t('wholeProfession') },
                    ...(chosen?.trades ?? []).map((trade) => ({ value: String(trade.id), label: trade.name })),
                  ]}
                />
              )}
            </Field>
            <Field label={t('words:level')} required error={tried && chosen !== null && level === '' ? t('chooseLevel') : undefined}>
              {(control) => (
                <Select
                  {...control}
                  value={level}
                  onChange={setLevel}
                  disabled={chosen === null}
                  placeholder={t('chooseLevel')}
                  choices={(chosen?.levels ?? []).map((each) => ({ value: String(each), label: code(`professionLevel.${each}`) }))}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </ActionDialog>
  );
}
