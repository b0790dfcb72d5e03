import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { useAddressParams } from '../../../ui/list/address-params.ts';
import { DataList } from '../../../ui/list/data-list.tsx';
import { fromDayFilter, numberFilter, createOneOfFilter, textFilter, toDayFilter } from '../../../ui/list/list-filters.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useListState } from '../../../ui/list/list-state.ts';
import type { Column } from '../../../ui/list/table-columns.ts';
import type { AuditListRow } from '../audit-queries.ts';
import { describeAuditCall, getEntityLabel } from '../entry-words.ts';
import { AuditFilters } from '../parts/audit-filters.tsx';
import { EntrySheet } from '../parts/entry-sheet.tsx';
import { ResultChip } from '../parts/result-chip.tsx';
import { useAuditTexts } from '../use-audit-words.ts';
import { useEntryNames } from '../use-entry-names.ts';
import { dateColumn, mutedColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';

const filters = {
  who: textFilter,
  call: textFilter,
  entity: textFilter,
  outcome: createOneOfFilter(['done', 'refused']),
  fromMs: fromDayFilter,
  toMs: toDayFilter,
  schoolId: numberFilter,
  userId: numberFilter,
  entityId: textFilter,
};

function useColumns(ofSchools: boolean): Column<AuditListRow>[] {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const names = useEntryNames();
  const school: Column<AuditListRow> = {
    key: 'school',
    header: t('school'),
    width: 'w-40',
    wide: true,
    value: (row) => row.schoolTitle || t('platform'),
  };
  return [
    numberColumn('number', t('number'), (row) => row.id, { width: 'w-20', extra: true }),
    dateColumn('at', t('at'), (row) => row.atMs, { sort: 'atMs', width: 'w-44', fixed: true, style: 'second' }),
    { key: 'who', header: t('who'), width: 'w-36', value: names.who },
    { key: 'loginName', header: t('loginName'), width: 'w-32', extra: true, value: (row) => row.loginName },
    {
      key: 'userType',
      header: t('userType'),
      width: 'w-28',
      extra: true,
      value: (row) => (row.userType === null ? '' : names.userType(row.userType)),
    },
    { key: 'did', header: t('did'), width: 'w-44', fixed: true, opens: true, value: (row) => describeAuditCall(words, row.call) },
    { key: 'thing', header: t('thing'), value: names.thing },
    statusColumn(
      'result',
      t('result'),
      (row) => <ResultChip code={row.code} />,
      (row) => words.results[String(row.code)] ?? row.code,
      { width: 'w-32' },
    ),
    ...(ofSchools ? [school] : []),
    mutedColumn('from', t('from'), (row) => row.ip, { width: 'w-36', wide: true }),
  ];
}

/** Shows the audit log: for platform roles every school's, otherwise that of the user's own school. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const names = useEntryNames();
  const user = useAtomValue(sessionUserAtom);
  const above = user?.roles.some((role) => role === 'admin' || role === 'system') === true;
  const list = useListState({ filters, sort: '-atMs' });
  const entries = useListQuery('/audit/getList', list.input);
  const columns = useColumns(above);
  const [params, put] = useAddressParams();
  const opened = Number(params.get('entry')) || null;
  const show = (id: number | null): void =>
    put((before) => {
      if (id === null) before.delete('entry');
      else before.set('entry', String(id));
      return before;
    }, false);
  const { userId, entityId, entity = '' } = list.filters;
  const first = entries.data?.items[0];
  const onlyUser =
    userId === undefined
      ? undefined
      : first?.userId === userId
        ? t('onlyUser', { name: names.who(first) })
        : t('onlyUserId', { id: userId });
  const named = entries.data?.items.find((row) => row.entityId === entityId && row.entityName !== '')?.entityName ?? `#${entityId ?? ''}`;
  const onlyThing = entityId === undefined ? undefined : t('onlyThing', { thing: `${getEntityLabel(words, entity)} ${named}` });
  return (
    <ListPage title={t('title')}>
      <p className="-mt-3 text-[13px] text-muted-foreground">{t('about')}</p>
      <DataList
        name="audit"
        caption={t('caption')}
        list={list}
        query={entries}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => `${describeAuditCall(words, row.call)} ${names.thing(row)}`}
        open={(row) => () => show(row.id)}
        filters={<AuditFilters list={list} ofSchools={above} onlyUser={onlyUser} onlyThing={onlyThing} />}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
      <EntrySheet id={opened} onClose={() => show(null)} />
    </ListPage>
  );
}
