import { useAtomValue } from 'jotai';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { userStatus } from '../../../../sync/contract/codes.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { userRights } from '../../../../sync/contract/user-rights.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { numberFilter, oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import type { RowAction } from '../../../ui/row-actions.tsx';
import { useSelection } from '../../../ui/table-selection.ts';
import { toast } from '../../../ui/toast.ts';
import { type GivenPassword, type Person, useClassOptions, usePeopleChange } from '../people-queries.ts';
import { ClassChoice } from './class-choice.tsx';
import { PasswordSlip } from './password-slip.tsx';
import { usePeopleColumns } from './people-columns.tsx';
import { PersonForm } from './person-form.tsx';

/** The types a page keeps, the first shown at first. */
export type ListedType = 4 | 5 | 6 | 7 | 8 | 12;
type Question = { readonly kind: 'remove' | 'disable' | 'reset'; readonly rows: readonly Person[] };
/** What one call takes. */
const mostAtOnce = 500;

interface PeopleListProps {
  name: string;
  title: string;
  types: readonly [ListedType, ...ListedType[]];
  importPath: string;
}

/** People of some types: list, add, edit, and everything done to one or many of them. */
export function PeopleList({ name, title, types, importPath }: PeopleListProps) {
  const { t } = useTranslation('people');
  const userType = useAtomValue(sessionUserAtom)?.user_type ?? 7;
  const rights = userRights[userType];
  const list = useListState({
    filters: { keyword: textFilter, user_type: oneOfFilter(types), status: oneOfFilter(Object.values(userStatus)), class_id: numberFilter },
    sort: '-created_ms',
  });
  const type = types.find((each) => String(each) === list.textOf('user_type')) ?? types[0];
  const ofStudents = type === 7 || type === 8;
  const people = useListQuery('/user/getList', { ...list.input, filter: { ...list.input.filter, user_type: type } });
  const classes = useClassOptions().data?.items ?? [];
  const columns = usePeopleColumns(ofStudents);
  const selection = useSelection<Person>((row) => row.id);
  const [form, setForm] = useState<{ id: number | null; type: UserType } | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [slips, setSlips] = useState<readonly GivenPassword[]>([]);
  const status = usePeopleChange('/user/setStatus');
  const reset = usePeopleChange('/user/resetPassword');
  const remove = usePeopleChange('/user/remove');
  const assign = usePeopleChange('/class/assign');
  const mayManage = rights.manages.includes(type);
  const mayApprove = rights.approves.includes(type);
  const manages = (row: Person) =>
    mayManage && (rights.where !== 'ownClasses' || classes.some((each) => each.mine && each.id === row.class_id));

  const report = (changed: number, refused: readonly { name: string; reason: string }[]) => {
    if (changed > 0) toast.success(t('changedCount', { count: changed }));
    if (refused.length > 0)
      toast.error(
        `${t('refusedCount', { count: refused.length })}: ${refused
          .slice(0, 3)
          .map((each) => `${each.name} ${each.reason}`)
          .join('; ')}`,
      );
    selection.clear();
    setQuestion(null);
  };
  const setStatus = async (rows: readonly Person[], to: 0 | 1) => {
    const items = rows.slice(0, mostAtOnce).map(({ id, version }) => ({ id, version }));
    const done = await status.mutateAsync({ items, status: to }).catch(() => null);
    if (done !== null) report(done.changed, done.refused);
    else setQuestion(null);
  };
  const answer = async ({ kind, rows }: Question) => {
    if (kind === 'disable') return setStatus(rows, 0);
    if (kind === 'reset') {
      const done = await reset.mutateAsync({ ids: rows.slice(0, mostAtOnce).map((row) => row.id) }).catch(() => null);
      if (done !== null) setSlips(done.passwords);
      if (done !== null && done.refused.length > 0) report(0, done.refused);
    } else {
      const [row] = rows;
      const done = row && (await remove.mutateAsync({ id: row.id, version: row.version }).catch(() => null));
      if (done) toast.success(t('removed'));
    }
    setQuestion(null);
  };

  const actions = (row: Person): RowAction[] => {
    const applying = row.status === userStatus.applying;
    return [
      ...(manages(row) ? [{ label: t('edit'), onSelect: () => setForm({ id: row.id, type: row.user_type }) }] : []),
      ...(applying && mayApprove
        ? [
            { label: t('approve'), onSelect: () => void setStatus([row], 1) },
            { label: t('reject'), onSelect: () => void setStatus([row], 0) },
          ]
        : []),
      ...(ofStudents ? [{ label: t('records'), to: `/student/user/index?user=${row.id}` }] : []),
      ...(manages(row) && !applying
        ? [
            row.status === userStatus.enabled
              ? { label: t('disable'), onSelect: () => setQuestion({ kind: 'disable', rows: [row] }) }
              : { label: t('enable'), onSelect: () => void setStatus([row], 1) },
            { label: t('reset'), onSelect: () => setQuestion({ kind: 'reset', rows: [row] }) },
          ]
        : []),
      ...(rights.removes && manages(row)
        ? [{ label: t('remove'), destroys: true as const, onSelect: () => setQuestion({ kind: 'remove', rows: [row] }) }]
        : []),
    ];
  };
  const headActions = mayManage && (
    <>
      <Button asChild>
        <Link to={`${importPath}?type=${type}`}>
          <Upload aria-hidden />
          {t('import')}
        </Link>
      </Button>
      <Button variant="primary" onClick={() => setForm({ id: null, type })}>
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </>
  );
  return (
    <ListPage title={title} actions={headActions}>
      <DataList
        name={name}
        caption={title}
        list={list}
        query={people}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => (manages(row) ? () => setForm({ id: row.id, type: row.user_type }) : `/student/user/index?user=${row.id}`)}
        actions={actions}
        search={t('search')}
        {...(mayManage || mayApprove ? { selection } : {})}
        bulk={(rows) => (
          <>
            <Button size="sm" busy={status.isPending} onClick={() => void setStatus(rows, 1)}>
              {t('enable')}
            </Button>
            {mayManage && (
              <>
                <Button size="sm" onClick={() => setQuestion({ kind: 'disable', rows })}>
                  {t('disable')}
                </Button>
                <Button size="sm" onClick={() => setQuestion({ kind: 'reset', rows })}>
                  {t('reset')}
                </Button>
              </>
            )}
            {ofStudents && userType === 2 && (
              <ClassChoice
                classes={classes}
                onChoose={(classId) =>
                  void assign
                    .mutateAsync({ class_id: classId, user_ids: rows.slice(0, mostAtOnce).map((row) => row.id) })
                    .then(() => toast.success(t('assigned')))
                    .catch(() => undefined)
                }
              />
            )}
          </>
        )}
        filters={
          <>
            <FilterSelect
              list={list}
              name="user_type"
              label={t('type')}
              all={t(`types.${types[0]}`)}
              choices={types.slice(1).map((value) => ({ value, label: t(`types.${value}`) }))}
            />
            {ofStudents && (
              <FilterSelect
                list={list}
                name="class_id"
                label={t('class')}
                all={t('allClasses')}
                choices={[{ value: 0, label: t('noClass') }, ...classes.map((each) => ({ value: each.id, label: each.name }))]}
              />
            )}
            <FilterSelect
              list={list}
              name="status"
              label={t('status')}
              all={t('allStatuses')}
              choices={([1, 2, 0] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
          </>
        }
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: headActions }}
      />
      {form !== null && <PersonForm {...form} onClose={() => setForm(null)} />}
      {question !== null && (
        <AlertDialog
          open
          onOpenChange={() => setQuestion(null)}
          title={t(question.kind)}
          cancel={t('cancel')}
          confirm={t(question.kind)}
          tone={question.kind === 'remove' ? 'sealSolid' : 'primary'}
          busy={status.isPending || reset.isPending || remove.isPending}
          onConfirm={() => void answer(question)}
        >
          {question.kind === 'remove' && t('removeAsk', { name: question.rows[0]?.name ?? '' })}
          {question.kind === 'disable' && t('disableAsk', { count: question.rows.length })}
          {question.kind === 'reset' && t('resetAsk', { count: question.rows.length })}
        </AlertDialog>
      )}
      <Dialog open={slips.length > 0} onOpenChange={() => setSlips([])} title={t('passwordTitle')}>
        <PasswordSlip slips={slips} />
      </Dialog>
    </ListPage>
  );
}
