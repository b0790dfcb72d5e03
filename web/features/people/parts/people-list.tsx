import { useAtomValue } from 'jotai';
import { Plus, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import { useClassFilterOptions } from '../../../platform/choices/entity-choices.tsx';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { numberFilter, createOneOfFilter, checkedFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { RowActionItem } from '../../../ui/list/row-actions.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import type { IssuedPassword, ListedUser, ListedType } from '../people-queries.ts';
import { BulkReport, usePeopleChanges } from './people-changes.tsx';
import { PeopleActionDialog, type PeopleQuestion } from './people-action-dialog.tsx';
import { PersonForm } from './person-form.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { PasswordSlip, SlipsLeaveDialog } from './password-slip.tsx';
import { type Column, nameColumn, dateColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';

interface PeopleListProps {
  name: string;
  /** User types of the page. The form of a new person begins with the first type, unless another is selected. */
  types: readonly [ListedType, ...ListedType[]];
  /** Filter option for all types. If absent, the list shows the first type by default. */
  allTypes?: string;
  importPath: string;
  /** Extra content next to the buttons in the page's header. */
  headExtra?: ReactNode;
}

/** Manages people of some types: list, add, edit, and actions on one or many. */
export function PeopleList({ name, types, allTypes, importPath, headExtra }: PeopleListProps) {
  const { t } = useTranslation(['people', 'words']);
  const userType = useAtomValue(sessionUserAtom)?.user_type ?? 7;
  const rights = userRights[userType];
  const list = useListState({
    filters: {
      keyword: textFilter,
      user_type: createOneOfFilter(types),
      status: createOneOfFilter(Object.values(userStatus)),
      class_id: numberFilter,
      initial_password: checkedFilter,
    },
    sort: '-created_ms',
  });
  const { user_type: chosen, ...filter } = list.filters;
  const type = chosen ?? types[0];
  const listed = chosen === undefined && allTypes !== undefined ? types : [type];
  const ofStudents = listed.every((each) => each === 7 || each === 8);
  const people = useListQuery('/user/getList', { ...list.input, filter: { ...filter, user_types: [...listed] } });
  const classes = useClassFilterOptions().data ?? [];
  const columns = usePeopleColumns(ofStudents, list.filters.status === userStatus.applying, listed.length > 1);
  const selection = useSelection<ListedUser>((row) => row.id);
  const [form, setForm] = useState<{ id: number | null; type: UserType } | null>(null);
  const [question, setQuestion] = useState<PeopleQuestion | null>(null);
  const changes = usePeopleChanges({ clearSelection: selection.clear, closeDialog: () => setQuestion(null) });
  const mayAdd = rights.manages.includes(type);
  const mayManage = rights.manages.some((each) => listed.some((one) => one === each));
  const mayApprove = rights.approves.some((each) => listed.some((one) => one === each));
  const manages = (row: ListedUser) =>
    rights.manages.includes(row.user_type) &&
    (rights.where !== 'ownClasses' || classes.some((each) => each.mine && each.id === row.class_id));

  // The server shows teachers the records of their own classes only.
  const seesRecords = (row: ListedUser) => rights.records === 'all' || manages(row);

  const actions = (row: ListedUser): RowActionItem[] => {
    const applying = isApplying(row);
    return [
      ...(manages(row) ? [{ label: t('words:edit'), onSelect: () => setForm({ id: row.id, type: row.user_type }) }] : []),
      ...(applying && rights.approves.includes(row.user_type)
        ? [
            { label: t('approve'), onSelect: () => changes.enable([row]) },
            { label: t('reject'), onSelect: () => setQuestion({ kind: 'reject', rows: [row] }) },
          ]
        : []),
      ...(ofStudents && seesRecords(row)
        ? [
            { label: t('words:learnProgress'), to: `/teacher/student/statistics/progress/${row.id}` },
            { label: t('records'), to: `/student/user/index?user=${row.id}` },
          ]
        : []),
      ...(manages(row) && !applying
        ? [
            row.status === userStatus.enabled
              ? { label: t('disable'), onSelect: () => setQuestion({ kind: 'disable', rows: [row] }) }
              : { label: t('enable'), onSelect: () => changes.enable([row]) },
            { label: t('reset'), onSelect: () => setQuestion({ kind: 'reset', rows: [row] }) },
          ]
        : []),
      ...(rights.removes && manages(row)
        ? [{ label: t('remove'), destroys: true as const, onSelect: () => setQuestion({ kind: 'remove', rows: [row] }) }]
        : []),
    ];
  };
  const addActions = mayAdd && (
    <>
      <LinkButton to={`${importPath}?type=${type}`}>
        <Upload aria-hidden />
        {t('import')}
      </LinkButton>
      <Button variant="primary" onClick={() => setForm({ id: null, type })}>
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </>
  );
  return (
    <ListPage
      actions={
        <>
          {headExtra}
          {addActions}
        </>
      }
    >
      <DataList
        name={name}
        list={list}
        query={people}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) =>
          manages(row)
            ? () => setForm({ id: row.id, type: row.user_type })
            : seesRecords(row)
              ? `/student/user/index?user=${row.id}`
              : undefined
        }
        actions={actions}
        search={t('search')}
        {...(mayManage || mayApprove ? { selection } : {})}
        bulk={(rows) => (
          <PeopleBulkButtons
            rows={rows}
            mayManage={mayManage}
            mayApprove={mayApprove}
            classes={ofStudents && userType === 2 ? classes : null}
            onEnable={() => changes.enable(rows)}
            onAsk={(kind) => setQuestion({ kind, rows })}
            onAssign={(classId) => changes.assign(rows, classId)}
          />
        )}
        filters={<PeopleFilters types={types} allTypes={allTypes} classes={ofStudents ? classes : null} />}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: addActions }}
      />
      {form !== null && (
        <PersonForm {...form} types={types.filter((each) => rights.manages.includes(each))} onClose={() => setForm(null)} />
      )}
      {question !== null && (
        <PeopleActionDialog
          question={question}
          run={(reason) => changes.runConfirmed(question, reason)}
          onClose={() => setQuestion(null)}
        />
      )}
      {changes.run !== null && <BulkReport run={changes.run} onClose={changes.closeReport} />}
      {changes.slips.length > 0 && changes.run === null && <SlipsDialog slips={changes.slips} onClose={changes.closeSlips} />}
    </ListPage>
  );
}

const isApplying = (row: ListedUser): boolean => row.status === userStatus.applying;

type ClassChoices = readonly { readonly id: number; readonly name: string }[];

interface PeopleFiltersProps {
  types: PeopleListProps['types'];
  allTypes: string | undefined;
  /** Classes of the class filter; null if the list has no such filter. */
  classes: ClassChoices | null;
}

function PeopleFilters({ types, allTypes, classes }: PeopleFiltersProps) {
  const { t } = useTranslation(['people', 'words']);
  return (
    <>
      <FilterSelect
        name="user_type"
        label={t('type')}
        all={allTypes ?? t(`types.${types[0]}`)}
        choices={(allTypes === undefined ? types.slice(1) : types).map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {classes !== null && (
        <FilterSelect
          name="class_id"
          label={t('words:className')}
          all={t('words:allClasses')}
          choices={[{ value: 0, label: t('noClass') }, ...classes.map((each) => ({ value: each.id, label: each.name }))]}
        />
      )}
      <StatusFilter choices={([1, 2, 0] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))} />
      <FilterSelect
        name="initial_password"
        label={t('passwordState')}
        all={t('anyPassword')}
        choices={[{ value: 1, label: t('initialPassword') }]}
      />
    </>
  );
}

interface PeopleBulkButtonsProps {
  rows: readonly ListedUser[];
  mayManage: boolean;
  mayApprove: boolean;
  /** Classes into which the people can be put; null if the user cannot do so. */
  classes: ClassChoices | null;
  onEnable: () => void;
  onAsk: (kind: PeopleQuestion['kind']) => void;
  onAssign: (classId: number | null) => void;
}

/** Shows the actions on the selected people: for applicants only approving and rejecting, otherwise the actions on accounts. */
function PeopleBulkButtons({ rows, mayManage, mayApprove, classes, onEnable, onAsk, onAssign }: PeopleBulkButtonsProps) {
  const { t } = useTranslation('people');
  const areAllApplying = rows.every(isApplying);
  return (
    <>
      <Button size="sm" onClick={onEnable}>
        {t(areAllApplying ? 'approve' : 'enable')}
      </Button>
      {mayApprove && areAllApplying && (
        <Button size="sm" onClick={() => onAsk('reject')}>
          {t('reject')}
        </Button>
      )}
      {mayManage && !areAllApplying && (
        <>
          <Button size="sm" onClick={() => onAsk('disable')}>
            {t('disable')}
          </Button>
          <Button size="sm" onClick={() => onAsk('reset')}>
            {t('reset')}
          </Button>
        </>
      )}
      {classes !== null && <ClassAssignSelect classes={classes} onChoose={onAssign} />}
    </>
  );
}

interface ClassAssignSelectProps {
  classes: ClassChoices;
  onChoose: (classId: number | null) => void;
}

/** Select that assigns a class ("Put into a class…") as soon as one is chosen. */
function ClassAssignSelect({ classes, onChoose }: ClassAssignSelectProps) {
  const { t } = useTranslation('people');
  return (
    <Select
      aria-label={t('assign')}
      placeholder={t('assign')}
      value=""
      className="h-[30px]! w-36"
      onChange={(value) => onChoose(value === '0' ? null : Number(value))}
      choices={[{ value: '0', label: t('noClass') }, ...classes.map((each) => ({ value: String(each.id), label: each.name }))]}
    />
  );
}

/** Shows new initial passwords. A single password can be read off the screen; several must be saved to a file first, or the user confirms closing. */
function SlipsDialog({ slips, onClose }: { slips: readonly IssuedPassword[]; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [isSaved, setIsSaved] = useState(slips.length === 1);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Dialog open onOpenChange={() => (isSaved ? onClose() : setIsAsking(true))} title={t('passwordTitle')}>
        <PasswordSlip slips={slips} onKept={isSaved ? undefined : () => setIsSaved(true)} />
      </Dialog>
      {isAsking && <SlipsLeaveDialog count={slips.length} onStay={() => setIsAsking(false)} onLeave={onClose} />}
    </>
  );
}

const looks = { 0: { tone: 'neutral', mark: 'ring' }, 1: { tone: 'delivered', mark: 'dot' }, 2: { tone: 'kept', mark: 'square' } } as const;

/**
 * Returns the columns of a list of people. `applying`: what applicants entered at registration comes first. `mixed`: adds a column for the user type.
 */
function usePeopleColumns(ofStudents: boolean, applying: boolean, mixed: boolean): readonly Column<ListedUser>[] {
  const { t } = useTranslation(['people', 'words']);
  const name: Column<ListedUser> = nameColumn(t('name'), (row) => row.name, { opens: true, width: 'w-32' });
  const loginName: Column<ListedUser> = {
    key: 'login_name',
    header: t('loginName'),
    sort: 'login_name',
    width: 'w-36',
    value: (row) => row.login_name,
  };
  const type: Column<ListedUser> = {
    key: 'type',
    header: t('type'),
    width: 'w-20',
    value: ({ user_type: of }) => (of === 7 || of === 8 ? t(`types.${of}`) : ''),
  };
  const student: readonly Column<ListedUser>[] = [
    { key: 'student_no', header: t('studentNo'), sort: 'student_no', width: 'w-36', wide: true, value: (row) => row.student_no },
    { key: 'class', header: t('words:className'), width: 'w-44', value: (row) => row.class_name },
    { key: 'ticket_no', header: t('ticketNo'), width: 'w-32', wide: true, extra: applying, value: (row) => row.ticket_no },
  ];
  const staff: readonly Column<ListedUser>[] = [
    {
      key: 'extra',
      header: t('extraRoles'),
      width: 'w-36',
      value: (row) => joinWords(row.extra_roles.map((role) => (role === 'marker' || role === 'invigilator' ? t(`extra.${role}`) : role))),
    },
  ];
  return [
    name,
    loginName,
    ...(mixed ? [type] : []),
    ...(ofStudents ? student : staff),
    { key: 'phone', header: t('phone'), width: 'w-36', extra: !applying, value: (row) => row.phone },
    { key: 'sex', header: t('words:sex'), width: 'w-16', extra: true, value: (row) => t(`sexes.${row.sex}`) },
    { key: 'employer', header: t('employer'), extra: true, value: (row) => row.employer },
    { key: 'note', header: t('note'), extra: !applying, value: (row) => row.note },
    statusColumn(
      'status',
      t('words:status'),
      (row) => (
        <span title={row.rejected_reason === '' ? undefined : t('rejectedFor', { reason: row.rejected_reason })}>
          <Chip {...looks[row.status]}>{t(row.rejected_reason === '' ? `statuses.${row.status}` : 'rejected')}</Chip>
        </span>
      ),
      (row) => (row.rejected_reason === '' ? t(`statuses.${row.status}`) : t('rejectedFor', { reason: row.rejected_reason })),
      { width: 'w-32' },
    ),
    dateColumn('last_sign_in', t('words:lastSignIn'), (row) => row.last_sign_in_ms, { wide: true, extra: applying, none: t('never') }),
    dateColumn('created', t('created'), (row) => row.created_ms, { sort: 'created_ms', width: 'w-32', extra: true, style: 'day' }),
  ];
}
