import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import {
  useAddressParams,
  useListState,
  type ListControls,
  fromDayFilter,
  numberFilter,
  createOneOfFilter,
  textFilter,
  toDayFilter,
} from '../../../ui/list/list-state.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { type Column, dateColumn, mutedColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { type AuditListRow, useAuditKinds, useAuditTexts, useEntryNames } from '../audit-queries.ts';
import { describeAuditCall, getEntityLabel } from '../entry-words.ts';
import { EntrySheet, ResultChip } from '../parts/entry-sheet.tsx';
import { X } from 'lucide-react';
import { SchoolChoice } from '../../../platform/choices/entity-choices.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { DateField } from '../../../ui/date/date-field.tsx';
import { FilterSelect, useFilteredList } from '../../../ui/list/filter-select.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';

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
    { key: 'object', header: t('object'), value: names.object },
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
  const [params, changeParams] = useAddressParams();
  const openedId = Number(params.get('entry')) || null;
  const show = (id: number | null): void =>
    changeParams((before) => {
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
  const objectName =
    entries.data?.items.find((row) => row.entityId === entityId && row.entityName !== '')?.entityName ?? `#${entityId ?? ''}`;
  const onlyObject = entityId === undefined ? undefined : t('onlyObject', { object: `${getEntityLabel(words, entity)} ${objectName}` });
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
        nameOf={(row) => `${describeAuditCall(words, row.call)} ${names.object(row)}`}
        open={(row) => () => show(row.id)}
        filters={<AuditFilters list={list} ofSchools={above} onlyUser={onlyUser} onlyObject={onlyObject} />}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
      <EntrySheet id={openedId} onClose={() => show(null)} />
    </ListPage>
  );
}

interface AuditFiltersProps {
  list: ListControls;
  /** True if the log spans all schools, so that a school can be chosen. */
  ofSchools: boolean;
  /** Names of the user and entity that a link has filtered the list by. */
  onlyUser: string | undefined;
  onlyObject: string | undefined;
}

function AuditFilters({ list, ofSchools, onlyUser, onlyObject }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const kinds = useAuditKinds().data;
  const listChoices = (values: readonly string[] = [], getLabel: (value: string) => string) =>
    values.map((value) => ({ value, label: getLabel(value) })).toSorted((a, b) => a.label.localeCompare(b.label, 'zh-CN'));
  const day = (name: 'fromMs' | 'toMs', label: string) => (
    <DateField
      aria-label={label}
      value={list.textOf(name)}
      onChange={(value) => list.setText(name, fromDayFilter.read(value) === undefined ? '' : value)}
      className="w-33"
    />
  );
  return (
    <>
      <SearchInput
        value={list.textOf('who')}
        onChange={(text) => list.setText('who', text)}
        placeholder={t('searchWho')}
        className="w-48"
      />
      {ofSchools && <SchoolFilter />}
      <FilterSelect
        name="call"
        label={t('did')}
        all={t('allCalls')}
        choices={listChoices(kinds?.calls, (path) => describeAuditCall(words, path))}
        className="min-w-32"
      />
      <FilterSelect
        name="entity"
        label={t('object')}
        all={t('allObjects')}
        choices={listChoices(kinds?.entities, (entity) => getEntityLabel(words, entity))}
        className="min-w-30"
      />
      <FilterSelect
        name="outcome"
        label={t('result')}
        all={t('allResults')}
        choices={(['done', 'refused'] as const).map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        className="min-w-28"
      />
      <span className="flex items-center gap-2">
        {day('fromMs', t('fromDay'))}
        <span className="text-[13px] text-muted-foreground">{t('until')}</span>
        {day('toMs', t('toDay'))}
      </span>
      {onlyUser !== undefined && <Only text={onlyUser} onClear={() => list.setText('userId', '')} />}
      {onlyObject !== undefined && <Only text={onlyObject} onClear={() => list.setText('entityId', '')} />}
    </>
  );
}

function SchoolFilter() {
  const list = useFilteredList();
  const { t } = useTranslation('audit');
  const chosen = Number(list.textOf('schoolId'));
  return (
    <div className="w-48">
      <SchoolChoice
        aria-label={t('school')}
        placeholder={t('allSchools')}
        schoolId={chosen > 0 ? chosen : null}
        onChange={(id) => list.setText('schoolId', id === null ? '' : String(id))}
      />
    </div>
  );
}

function Only({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Button variant="soft" size="sm" onClick={onClear} title={t('clear')} className="max-w-64">
      <span className="truncate">{text}</span>
      <X aria-hidden />
    </Button>
  );
}
