import { useTranslation } from '../../../lib/i18n.ts';
import { addNote, joinWords } from '../../../lib/punctuation.ts';
import { useWholeList } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { type Column, nameColumn, numberColumn } from '../../../ui/list/columns.tsx';
import { useMarkers } from '../room-resource-calls.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const filters = { keyword: textFilter };

interface Marker {
  readonly id: number;
  readonly name: string;
  readonly loginName: string;
  readonly employer: string;
  readonly groups: readonly { readonly id: number; readonly name: string; readonly leads: boolean }[];
  readonly quota: number;
}

/** Lists all markers, each with their groups. */
function useMarkerRows() {
  const markers = useMarkers();
  const groups = useWholeList('/markerGroup/getList', {});
  const rows = markers.data?.items.map((person): Marker => {
    const own = groups.data?.filter((one) => one.leaderId === person.id || one.members.some((member) => member.userId === person.id)) ?? [];
    const quotas = own.flatMap((one) => one.members.filter((member) => member.userId === person.id).map((member) => member.quota));
    return {
      ...person,
      groups: own.map(({ id, name, leaderId }) => ({ id, name, leads: leaderId === person.id })),
      quota: quotas.reduce((sum, quota) => sum + quota, 0),
    };
  });
  return { rows: groups.data === undefined ? undefined : rows, error: markers.error ?? groups.error, refetch: markers.refetch };
}

/** /teacher/exam/marker: all markers with their groups and their marking work. */
export function MarkerPage() {
  const { t } = useTranslation(['examRoom', 'words']);
  const list = useListState({ filters });
  const { rows, error, refetch } = useMarkerRows();
  const groupsOf = (row: Marker) => joinWords(row.groups.map((one) => (one.leads ? addNote(one.name, t('leads')) : one.name)));
  const columns: Column<Marker>[] = [
    nameColumn(t('words:personName'), (row) => row.name, { width: 'w-40' }),
    { key: 'loginName', header: t('words:loginName'), sort: 'loginName', width: 'w-40', value: (row) => row.loginName },
    { key: 'employer', header: t('employer'), sort: 'employer', wide: true, value: (row) => row.employer },
    {
      key: 'groups',
      header: t('groups'),
      cell: (row) => (row.groups.length === 0 ? <Chip mark="ring">{t('notGrouped')}</Chip> : groupsOf(row)),
      value: groupsOf,
    },
    numberColumn('quota', t('quotaSum'), (row) => row.quota, { sort: 'quota', width: 'w-28' }),
  ];
  if (rows === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const find = (list.filters.keyword ?? '').trim().toLowerCase();
  const fitting = rows.filter((row) => `${row.name} ${row.loginName} ${row.employer} ${groupsOf(row)}`.toLowerCase().includes(find));
  const accounts = <LinkButton to="/teacher/exam/marker-group">{t('groups')}</LinkButton>;
  return (
    <ListPage actions={accounts}>
      <p className="-mt-2 text-[13px] text-muted-foreground">{t('markersHint')}</p>
      <DataList
        name="exam-marker"

        list={list}
        query={createLocalListQuery(fitting, columns, list)}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        search={t('markerSearch')}
        empty={{ title: t('noMarkers'), text: t('markersHint') }}
      />
    </ListPage>
  );
}
