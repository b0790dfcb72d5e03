import { UserPlus } from 'lucide-react';
import { useState, type ReactNode, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { SchoolChoice } from '../../../platform/choices/entity-choices.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { numberFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { RowActionItem } from '../../../ui/list/row-actions.tsx';
import { type Column, dateColumn, nameColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type AccountType, allAccountTypes, schoolAccountTypes } from '../school-queries.ts';
import { PasswordDialog, type ShownPassword } from './password-dialog.tsx';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Combobox } from '../../../ui/form/combobox.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useWatch } from 'react-hook-form';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { FormDialog } from '../../../platform/forms/form-frame.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';

export type ListedAccount = ListRow<'/user/getList'>;

interface AccountListProps {
  name: string;
  title?: ReactNode;
  caption?: string;
  /** Account types of this page. A page with a single type has no filter. */
  types: readonly AccountType[];
  /** Id of the school; undefined to list the accounts of all schools. */
  schoolId?: number;
  /** Website code of the school, once it is loaded. */
  website?: string | undefined;
  actions?: ReactNode;
}

const statuses = Object.values(userStatus);
const filters = {
  keyword: textFilter,
  school_id: numberFilter,
  user_type: createOneOfFilter(allAccountTypes),
  status: createOneOfFilter(statuses),
};

/** Lists accounts of some types, of one school or of all, with the actions of a platform administrator. */
export function AccountList({ name, title, caption, types, schoolId, website, actions }: AccountListProps) {
  const { t } = useTranslation(['school', 'words']);
  const invalidate = useInvalidate();
  const newestFirst = '-created_ms';
  const list = useListState({ filters, sort: schoolId === undefined ? newestFirst : 'name' });
  const [only] = types;
  const chosen = list.filters.user_type;
  const accounts = useListQuery('/user/getList', {
    ...list.input,
    filter: {
      ...list.filters,
      ...(schoolId === undefined ? {} : { school_id: schoolId }),
      ...(chosen === undefined && types.length < allAccountTypes.length ? { user_types: [...types] } : {}),
    },
  });
  const columns = useAccountColumns(schoolId);
  const [adding, setAdding] = useState(false);
  const [actionRequest, setActionRequest] = useState<AccountActionRequest | null>(null);
  const [typing, setTyping] = useState<ListedAccount | 'existing' | null>(null);
  const [shownPassword, setShownPassword] = useState<ShownPassword | null>(null);
  const invalidateUsers = () => void invalidate('/user');
  const enable = useAction({
    mutationFn: ({ id, version }: ListedAccount) => makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.enabled }),
    onSuccess: () => toast.success(t('accountEnabled')),
    onSettled: invalidateUsers,
  });

  const rowActions = (account: ListedAccount): RowActionItem[] => [
    { label: t('resetPassword'), onSelect: () => setActionRequest({ what: 'resetPassword', account }) },
    { label: t('changeType'), onSelect: () => setTyping(account) },
    account.status === userStatus.enabled
      ? { label: t('disable'), destroys: true, onSelect: () => setActionRequest({ what: 'disableAccount', account }) }
      : { label: t('enable'), onSelect: () => enable.mutate(account) },
    { label: t('remove'), destroys: true, onSelect: () => setActionRequest({ what: 'removeAccount', account }) },
  ];
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <UserPlus />
      {t('addAccount')}
    </Button>
  );
  return (
    <ListPage
      title={title}
      actions={
        <>
          {actions}
          {schoolId !== undefined && <Button onClick={() => setTyping('existing')}>{t('addExisting')}</Button>}
          {add}
        </>
      }
    >
      <DataList
        name={name}
        caption={caption}
        list={list}
        query={accounts}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        actions={rowActions}
        inlineActions={1}
        search={t('searchAccounts')}
        filters={
          <>
            {schoolId === undefined && (
              <div className="w-56">
                <SchoolChoice
                  aria-label={t('school')}
                  placeholder={t('allSchools')}
                  schoolId={list.filters.school_id ?? null}
                  onChange={(id) => list.setText('school_id', id === null ? '' : String(id))}
                />
              </div>
            )}
            {types.length > 1 && (
              <FilterSelect
                name="user_type"
                label={t('accountType')}
                all={t('allTypes')}
                choices={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
              />
            )}
            <StatusFilter choices={statuses.map((status) => ({ value: status, label: t(`accountStatus.${status}`) }))} />
          </>
        }
        empty={{ title: t('noAccounts'), text: t('noAccountsText'), action: add }}
      />
      {adding && (
        <AccountAdd
          types={types}
          type={chosen ?? only ?? 2}
          schoolId={schoolId}
          onClose={() => setAdding(false)}
          onAdded={(password) => {
            setAdding(false);
            setShownPassword(password);
            invalidateUsers();
          }}
        />
      )}
      {typing !== null && (
        <AccountTypeDialog
          person={typing === 'existing' ? null : typing}
          schoolId={schoolId}
          types={typing === 'existing' ? types : schoolId === undefined ? allAccountTypes : schoolAccountTypes}
          onClose={() => setTyping(null)}
          onDone={() => {
            setTyping(null);
            invalidateUsers();
          }}
        />
      )}
      {actionRequest !== null && (
        <AccountActionDialog
          ask={actionRequest}
          onClose={() => {
            setActionRequest(null);
            invalidateUsers();
          }}
          onPassword={setShownPassword}
        />
      )}
      <PasswordDialog password={shownPassword} website={website} onClose={() => setShownPassword(null)} />
    </ListPage>
  );
}

/** Returns the columns of a list of accounts; `schoolId` is undefined if the list spans all schools, and needs a column for the school. */
function useAccountColumns(schoolId: number | undefined): readonly Column<ListedAccount>[] {
  const { t } = useTranslation(['school', 'words']);
  return [
    nameColumn(t('words:personName'), (row) => row.name, { width: 'min-w-32' }),
    {
      key: 'login',
      header: t('words:loginName'),
      sort: 'login_name',
      width: 'w-40',
      value: (row) => row.login_name,
    },
    { key: 'type', header: t('accountType'), width: 'w-32', value: (row) => t(`types.${row.user_type}`) },
    ...(schoolId === undefined
      ? [{ key: 'school', header: t('school'), width: 'w-44', value: (row: ListedAccount) => row.school_title }]
      : []),
    statusColumn(
      'status',
      t('words:status'),
      (row) => (
        <Chip
          tone={row.status === 1 ? 'delivered' : row.status === 2 ? 'kept' : 'neutral'}
          mark={row.status === 1 ? 'dot' : row.status === 2 ? 'ring' : 'square'}
        >
          {t(`accountStatus.${row.status}`)}
        </Chip>
      ),
      (row) => t(`accountStatus.${row.status}`),
      { width: 'w-32' },
    ),
    { key: 'phone', header: t('phone'), width: 'w-32', extra: true, value: (row) => row.phone },
    dateColumn('seen', t('words:lastSignIn'), (row) => row.last_sign_in_ms, {
      width: 'w-40',
      align: 'right',
      wide: true,
      muted: true,
      none: t('never'),
    }),
    dateColumn('created', t('created'), (row) => row.created_ms, {
      sort: 'created_ms',
      width: 'w-28',
      align: 'right',
      wide: true,
      style: 'day',
      muted: true,
    }),
  ];
}

interface AccountActionRequest {
  readonly what: 'resetPassword' | 'disableAccount' | 'removeAccount';
  readonly account: ListRow<'/user/getList'>;
}

interface AccountActionDialogProps {
  ask: AccountActionRequest;
  onClose: () => void;
  onPassword: (given: ShownPassword) => void;
}

/** Confirms a password reset, or disabling or removing an account. */
export function AccountActionDialog({ ask: { what, account }, onClose, onPassword }: AccountActionDialogProps) {
  const { t } = useTranslation(['school', 'ui']);
  const { id, version, name } = account;
  return (
    <ConfirmDialog
      title={t(`${what}Title`, { name })}
      cancel={t('ui:cancel')}
      confirm={t(what === 'resetPassword' ? 'resetPassword' : what === 'disableAccount' ? 'disable' : 'remove')}
      tone={what === 'resetPassword' ? 'primary' : 'sealSolid'}
      run={async (quiet) => {
        if (what === 'removeAccount') await makeCall('/user/remove', { id, version }, quiet);
        else if (what === 'disableAccount')
          await makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.disabled }, quiet);
        else return (await makeCall('/user/resetPassword', { ids: [id] }, quiet)).passwords[0];
        return undefined;
      }}
      invalidates={['/user', '/school']}
      {...(what === 'resetPassword' ? {} : { doneText: t(`${what}Done`) })}
      onDone={(given) => {
        if (given !== undefined) onPassword({ name: given.name, loginName: given.login_name, password: given.password });
        onClose();
      }}
      onClose={onClose}
    >
      {t(`${what}Text`)}
    </ConfirmDialog>
  );
}

type Person = Pick<ListRow<'/user/getList'>, 'id' | 'version' | 'name' | 'login_name' | 'user_type'>;

interface AccountTypeDialogProps {
  /** The person whose type changes; null if a person of the school is chosen in the dialog. */
  person: Person | null;
  schoolId?: number | undefined;
  /** Account types to choose from. */
  types: readonly AccountType[];
  onClose: () => void;
  onDone: () => void;
}

/** Changes the type of an account: for example, a teacher becomes the school's leader. */
export function AccountTypeDialog({ person, schoolId, types, onClose, onDone }: AccountTypeDialogProps) {
  const { t } = useTranslation(['school', 'ui']);
  const [chosen, setChosen] = useState<Person | null>(person);
  const [type, setType] = useState<AccountType | null>(types.find((each) => each !== person?.user_type) ?? null);
  const others = allAccountTypes.filter((each) => !types.includes(each));
  // People found by the searches. The picker returns an id, but the change needs the version too.
  const foundPeople = useRef(new Map<string, Person>()).current;
  const title = t(person === null ? 'addExisting' : 'changeTypeOf', { name: person?.name ?? '' });
  return (
    <ActionDialog
      title={title}
      description={t('changeTypeText')}
      confirm={t('changeType')}
      ready={chosen !== null && type !== null}
      run={(quiet) => makeCall('/user/setType', { id: chosen?.id ?? 0, version: chosen?.version ?? 0, user_type: type ?? 2 }, quiet)}
      doneText={t('typeChanged', { name: chosen?.name ?? '', type: t(`types.${type ?? 2}`) })}
      onDone={onDone}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {person === null && (
            <Field
              label={t('person')}
              required
              hint={t('existingHint')}
              error={tried && chosen === null ? t('ui:problemRequired') : undefined}
            >
              {(field) => (
                <Combobox
                  {...field}
                  value={chosen === null ? null : { value: String(chosen.id), label: chosen.name }}
                  onChange={(choice) => setChosen(choice === null ? null : (foundPeople.get(choice.value) ?? null))}
                  placeholder={t('searchAccounts')}
                  search={async (keyword, signal) => {
                    const filter = { keyword, user_types: others, ...(schoolId === undefined ? {} : { school_id: schoolId }) };
                    const { items } = await makeCall('/user/getList', { pageSize: 20, filter }, { signal, quiet: true });
                    for (const item of items) foundPeople.set(String(item.id), item);
                    return items.map((item) => ({
                      value: String(item.id),
                      label: item.name,
                      note: `${item.login_name} · ${t(`types.${item.user_type}`)}`,
                    }));
                  }}
                />
              )}
            </Field>
          )}
          <Field label={t('newType')} required>
            {({ 'aria-required': _required, ...field }) => (
              <Select
                {...field}
                value={type === null ? '' : String(type)}
                onChange={(value) => setType(Number(value) as AccountType)}
                choices={types
                  .filter((each) => each !== person?.user_type)
                  .map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
              />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}

interface AccountAddProps {
  types: readonly AccountType[];
  type: AccountType;
  /** Id of the school; undefined if the school is chosen in this form. */
  schoolId: number | undefined;
  onClose: () => void;
  onAdded: (given: ShownPassword) => void;
}

interface Values {
  name: string;
  login_name: string;
  phone: string;
  user_type: AccountType;
  school_id: number | null;
}

/** Defaults for the fields that this form does not ask; they can be edited on the people page. */
const unaskedFields = {
  sex: 0,
  id_type: 0,
  id_number: null,
  education: 0,
  ethnicity: 0,
  political: 0,
  source: 0,
  employer: '',
  student_no: '',
  ticket_no: '',
  class_id: null,
  extra_roles: [],
  note: '',
} as const;

/** Adds an account to a school, and passes its initial password to `onAdded`. */
export function AccountAdd({ types, type, schoolId, onClose, onAdded }: AccountAddProps) {
  const { t } = useTranslation(['school', 'ui', 'words']);
  const saving = useSavedForm<Values, Values, { id: number; version: number; password: string | null }>(null, {
    name: 'account',
    newName: `new.${type}.${schoolId ?? 'any'}`,
    initial: { name: '', login_name: '', phone: '', user_type: type, school_id: schoolId ?? null },
    resolver: (values) => {
      const empty = (['name', 'login_name', 'school_id'] as const).filter((field) => values[field] === '' || values[field] === null);
      if (empty.length === 0) return { values, errors: {} };
      return {
        values: {},
        errors: Object.fromEntries(empty.map((field) => [field, { type: 'required', message: t('ui:problemRequired') }])),
      };
    },
    secret: ['phone'],
    calls: {
      add: ({ school_id, ...value }, options) =>
        makeCall('/user/add', { ...unaskedFields, extra_roles: [], ...value, school_id: school_id ?? undefined }, options),
      // Runs if the server's reply to `add` was lost and the form was edited afterwards: the account exists already. Its initial password cannot be
      // shown any more (null); the administrator resets it in the list of accounts.
      modify: async ({ school_id: _school, user_type: _type, ...value }, options) => ({
        ...(await makeCall('/user/modify', { ...unaskedFields, extra_roles: [], ...value }, options)),
        password: null,
      }),
    },
    newest: () => Promise.reject(new Error('the row is new, so it has no newest version')),
    lists: ['/user', '/school'],
    onSaved: ({ password }, value) =>
      password === null ? onClose() : onAdded({ name: value.name, loginName: value.login_name, password }),
  });
  const { form } = saving;
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control }) as Values;
  return (
    <FormDialog title={t('addAccount')} description={t('addAccountText')} save={t('addAccount')} onClose={onClose} {...saving}>
      {schoolId === undefined && (
        <Field label={t('school')} required error={errors.school_id?.message}>
          {(field) => (
            <SchoolChoice
              {...field}
              schoolId={chosen.school_id}
              onChange={(id) => form.setValue('school_id', id, { shouldValidate: true })}
              placeholder={t('chooseSchool')}
            />
          )}
        </Field>
      )}
      {types.length > 1 && (
        <Field label={t('accountType')} required error={errors.user_type?.message}>
          {({ 'aria-required': _required, ...field }) => (
            <Select
              {...field}
              value={String(chosen.user_type)}
              onChange={(value) => form.setValue('user_type', Number(value) as AccountType)}
              choices={types.map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
            />
          )}
        </Field>
      )}
      <TextField control={form.control} name="name" label={t('words:personName')} required autoFocus />
      <TextField control={form.control} name="login_name" label={t('words:loginName')} required autoCapitalize="none" spellCheck={false} />
      <TextField control={form.control} name="phone" label={t('phone')} inputMode="tel" inputClassName="num" />
    </FormDialog>
  );
}
