import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { SchoolChoice } from '../../../platform/choices/school-choice.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { FormDialog } from '../../../platform/forms/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import type { AccountType } from './account-types.ts';
import type { ShownPassword } from './password-dialog.tsx';

interface AccountAddProps {
  types: readonly AccountType[];
  type: AccountType;
  /** Undefined if the school is chosen in this form. */
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
const unsaid = {
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
        makeCall('/user/add', { ...unsaid, extra_roles: [], ...value, school_id: school_id ?? undefined }, options),
      // Runs if the answer of `add` was lost and the form was edited afterwards: the account exists, and its password is reset in the list.
      modify: async ({ school_id: _school, user_type: _type, ...value }, options) => ({
        ...(await makeCall('/user/modify', { ...unsaid, extra_roles: [], ...value }, options)),
        password: null,
      }),
    },
    newest: () => Promise.reject(new Error('nothing is there yet')),
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
      <Field label={t('words:personName')} required error={errors.name?.message}>
        {(field) => <Input {...field} {...form.register('name')} autoFocus />}
      </Field>
      <Field label={t('words:loginName')} required error={errors.login_name?.message}>
        {(field) => <Input {...field} {...form.register('login_name')} autoCapitalize="none" spellCheck={false} />}
      </Field>
      <Field label={t('phone')} error={errors.phone?.message}>
        {(field) => <Input {...field} {...form.register('phone')} inputMode="tel" className="num" />}
      </Field>
    </FormDialog>
  );
}
