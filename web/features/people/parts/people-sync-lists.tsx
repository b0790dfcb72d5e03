import { useState } from 'react';
import type { DirectoryPreview } from '../../../../sync/contract/people/directory-people.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { dateColumn, mutedColumn, type Column } from '../../../ui/list/columns.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { Selection } from '../../../ui/list/table-selection.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Tabs, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';

export type SyncKind = 'add' | 'change' | 'disable';
const listNames = ['add', 'change', 'disable', 'unusable'] as const;
type ListName = (typeof listNames)[number];

/** A row of one of the lists of people to add, change or disable, or that cannot be used. Only a row that cannot be used has no kind. */
export interface SyncRow {
  readonly key: string;
  readonly kind: SyncKind | null;
  readonly group: DirectoryPreview['add'][number]['group'] | null;
  readonly number: string;
  readonly name: string;
  readonly className: string;
  readonly fields: DirectoryPreview['change'][number]['fields'];
  readonly seenMs: number;
  readonly entry: string;
  readonly reason: string;
}

const blank = { kind: null, group: null, className: '', fields: [], seenMs: 0, entry: '', reason: '' };

/** Returns the rows of each list, from the server's comparison of the school's accounts with its directory. */
export const listSyncRows = ({ add, change, disable, unusable }: DirectoryPreview): Readonly<Record<ListName, readonly SyncRow[]>> => ({
  add: add.map(({ class_name: className, ...row }) => ({ ...blank, ...row, className, kind: 'add' })),
  change: change.map((row) => ({ ...blank, ...row, kind: 'change' })),
  disable: disable.map(({ class_name: className, ...row }) => ({ ...blank, ...row, className, kind: 'disable' })),
  unusable: unusable.map((row, at) => ({ ...blank, ...row, key: `unusable ${at}` })),
});

interface PeopleSyncListsProps {
  rows: Readonly<Record<ListName, readonly SyncRow[]>>;
  selection: Selection<SyncRow>;
}

/** Shows the four lists that result from comparing accounts with the user directory. Rows to add, change and disable have a tick. */
export function PeopleSyncLists({ rows, selection }: PeopleSyncListsProps) {
  const { t } = useTranslation(['peopleSync', 'people', 'words']);
  const [chosen, choose] = useState<ListName>(() => listNames.find((name) => rows[name].length > 0) ?? 'add');
  const columns = useSyncColumns(chosen);
  return (
    <Panel bodyClassName="flex flex-col">
      <Tabs value={chosen} onValueChange={(next) => choose(next as ListName)} className="contents">
        <TabsList className="px-3.5">
          {listNames.map((name) => (
            <TabsTrigger key={name} value={name} className="text-sm">
              {t(`lists.${name}`)} <span className="num ml-0.5 text-[13px] text-muted-foreground">{rows[name].length}</span>
            </TabsTrigger>
          ))}
        </TabsList>
      </Tabs>
      {chosen === 'disable' && rows.disable.length > 0 && (
        <p className="border-b px-3.5 py-2.5 text-[13px] text-muted-foreground">{t('disableHint')}</p>
      )}
      <DataTable
        key={chosen}
        caption={t(`lists.${chosen}`)}
        columns={columns}
        rows={rows[chosen]}
        keyOf={(row) => row.key}
        nameOf={(row) => row.name}
        selection={chosen === 'unusable' ? undefined : selection}
        empty={<EmptyState title={t(`none.${chosen}`)} />}
        className="max-h-[60vh]"
      />
    </Panel>
  );
}

function useSyncColumns(list: ListName): Column<SyncRow>[] {
  const { t } = useTranslation(['peopleSync', 'people', 'words']);
  const group: Column<SyncRow> = {
    key: 'group',
    header: t('group'),
    width: 'w-24',
    value: (row) => (row.group === null ? '' : t(`groups.${row.group}`)),
  };
  const person: Column<SyncRow>[] = [
    { key: 'number', header: t('number'), width: 'w-40', fixed: true, value: (row) => row.number },
    { key: 'name', header: t('people:name'), width: 'w-44', fixed: true, value: (row) => row.name },
  ];
  const className = mutedColumn<SyncRow>('class', t('words:className'), (row) => row.className);
  if (list === 'add') return [...person, group, className];
  if (list === 'disable')
    return [...person, group, className, dateColumn('seen', t('lastSeen'), (row) => row.seenMs, { style: 'day', width: 'w-44' })];
  if (list === 'unusable')
    return [
      ...person,
      { key: 'reason', header: t('reason'), cell: (row) => <span className="whitespace-normal">{row.reason}</span> },
      mutedColumn('entry', t('entry'), (row) => row.entry, { wide: true }),
    ];
  return [
    ...person,
    group,
    {
      key: 'changes',
      header: t('changes'),
      cell: (row) => (
        <span className="flex flex-wrap gap-x-5">
          {row.fields.map(({ field, from, to }) => (
            <span key={field}>
              <span className="text-muted-foreground">{t(`fields.${field}`)} </span>
              <del className="text-muted-foreground">{from || t('empty')}</del>
              <span aria-hidden className="mx-1.5 text-muted-foreground">
                →
              </span>
              <ins className="font-medium no-underline">{to}</ins>
            </span>
          ))}
        </span>
      ),
    },
  ];
}
