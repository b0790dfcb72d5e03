import { useState } from 'react';
import { Controller, type Resolver, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  educationLevels,
  ethnicGroups,
  idTypes,
  personSources,
  politicalStatuses,
  type CodeNames,
} from '../../../../sync/contract/code-lists.ts';
import { listPersonColumns, toPersonFields, type PersonDetail, type PersonFields } from '../../../../sync/contract/people/person.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { extraRolesByType } from '../../../../sync/contract/people/user-rights.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useClassFilterOptions, OfferedProfession } from '../../../platform/choices/entity-choices.tsx';
import { makeCall } from '../../../platform/api/call.ts';
import { FormDialog } from '../../../platform/forms/form-frame.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Sheet } from '../../../ui/primitives/sheet.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { IssuedPassword } from '../people-queries.ts';
import { PasswordSlip } from './password-slip.tsx';
import { SelectField } from '../../../ui/form/form-fields.tsx';
import { RevealableIdNumber } from './revealable-id-number.tsx';

const blank: PersonFields = {
  name: '',
  login_name: '',
  phone: '',
  sex: 0,
  id_type: 1,
  id_number: '',
  education: 0,
  ethnicity: 0,
  political: 0,
  source: 0,
  employer: '',
  student_no: '',
  ticket_no: '',
  class_id: null,
  prof_id: null,
  extra_roles: [],
  note: '',
};

/** Values of the form: the fields, and the type of a new account. */
interface PersonValues extends PersonFields {
  user_type: UserType;
}

// The ID number of a stored person is not sent to the page: an empty field keeps it.
const toPersonValues = (person: PersonDetail): PersonValues => ({ ...toPersonFields(person), id_number: '', user_type: person.user_type });

/** Tells whether accounts of a type are asked for a field. */
const isAsked = (field: keyof PersonFields, type: UserType): boolean =>
  field === 'extra_roles'
    ? (extraRolesByType[type] ?? []).length > 0
    : field === 'prof_id' || (listPersonColumns(type) as readonly string[]).includes(field === 'class_id' ? 'class' : field);

/** Empties the fields that accounts of the chosen type are not asked for: they may have been filled in before the type was changed. */
const keepAsked = ({ user_type, ...fields }: PersonValues): PersonValues => ({
  ...(Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      isAsked(field as keyof PersonFields, user_type) ? value : blank[field as keyof PersonFields],
    ]),
  ) as unknown as PersonFields),
  user_type,
});

const texts = [
  ['name', 'name', true],
  ['login_name', 'loginName', true],
  ['phone', 'phone', false],
  ['student_no', 'studentNo', false],
  ['ticket_no', 'ticketNo', false],
  ['employer', 'employer', false],
  ['note', 'note', false],
] as const;

const lists = [
  ['id_type', 'idType', idTypes],
  ['education', 'education', educationLevels],
  ['ethnicity', 'ethnicity', ethnicGroups],
  ['political', 'political', politicalStatuses],
  ['source', 'source', personSources],
] as const satisfies readonly (readonly [keyof PersonFields, string, CodeNames])[];

/** Passes the values unchecked; the server validates the fields. */
const resolveUnchecked: Resolver<PersonValues> = (values) => ({ values, errors: {} });

interface AddedPerson {
  readonly id: number;
  readonly version: number;
  /** Initial password of a new account; null for an existing account. */
  readonly password: string | null;
}

interface PersonFormProps {
  /** Id of the person who is edited; null for a new person. */
  id: number | null;
  /** Type of the stored person, or the type that the form of a new one begins with. */
  type: UserType;
  /** Types that a new person may have. */
  types: readonly UserType[];
  onClose: () => void;
}

/** Edits a person in a side sheet; an existing person is loaded first. */
export function PersonForm(props: PersonFormProps) {
  const { t } = useTranslation(['people', 'words']);
  const { id, onClose } = props;
  const person = useCall('/user/getById', { id: id ?? 0 }, { enabled: id !== null });
  if (id === null) return <PersonSheet key="new" {...props} saved={null} />;
  if (person.data !== undefined) return <PersonSheet key={id} {...props} saved={person.data} />;
  return (
    <Sheet open onOpenChange={onClose} title={t('words:edit')}>
      <LoadingState query={person} className="h-96" />
    </Sheet>
  );
}

function PersonSheet({ saved, type: first, types, onClose }: PersonFormProps & { saved: PersonDetail | null }) {
  const { t, i18n } = useTranslation(['people', 'ui', 'words']);
  const classes = useClassFilterOptions().data ?? [];
  const [issuedPassword, setIssuedPassword] = useState<IssuedPassword | null>(null);
  const initial = saved === null ? { ...blank, user_type: first } : toPersonValues(saved);
  const saving = useSavedForm<PersonValues, PersonValues, AddedPerson>(saved, {
    name: 'person',
    newName: `new.${first}`,
    initial,
    resolver: resolveUnchecked,
    secret: ['id_number', 'phone'],
    calls: {
      add: (values, options) => makeCall('/user/add', keepAsked(values), options),
      modify: async ({ user_type: _type, ...fields }, options) => {
        // An empty field leaves the stored ID number unchanged.
        const id_number = fields.id_number === '' ? null : fields.id_number;
        return { ...(await makeCall('/user/modify', { ...fields, id_number }, options)), password: null };
      },
    },
    newest: async (id) => {
      const person = await makeCall('/user/getById', { id });
      return { value: toPersonValues(person), version: person.version };
    },
    lists: ['/user', '/class'],
    onSaved: ({ id, password }, { name, login_name, class_id }) => {
      toast.success(t('words:saved'));
      if (password === null) onClose();
      else setIssuedPassword({ id, name, login_name, password, class_name: classes.find((each) => each.id === class_id)?.name ?? '' });
    },
  });
  const { form } = saving;
  const type = useWatch({ control: form.control, name: 'user_type' });
  const { errors } = form.formState;
  const nameAt = i18n.language === 'en' ? 1 : 0;
  const listChoices = (list: CodeNames) => [
    { value: '0', label: t('notGiven') },
    ...list.map((names, at) => ({ value: String(at + 1), label: names[nameAt] })),
  ];
  const select = (name: 'sex' | (typeof lists)[number][0], label: string, choices: { value: string; label: string }[]) => (
    <SelectField key={name} control={form.control} name={name} label={label} toValue={Number} choices={choices} />
  );
  if (issuedPassword !== null)
    return (
      <Sheet open onOpenChange={onClose} title={t('passwordTitle')} footer={<Button onClick={onClose}>{t('ui:close')}</Button>}>
        <PasswordSlip slips={[issuedPassword]} />
      </Sheet>
    );
  return (
    <FormDialog title={saved === null ? t('addTitle') : t('editTitle', { name: saved.name })} onClose={onClose} shape="sheet" {...saving}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {saved === null && types.length > 1 && (
          <SelectField
            control={form.control}
            name="user_type"
            label={t('type')}
            required
            toValue={Number}
            choices={types.map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
          />
        )}
        {texts
          .filter(([name]) => isAsked(name, type))
          .map(([name, label, required]) => (
            <Field key={name} label={t(label)} required={required} error={errors[name]?.message}>
              {(control) => <Input {...control} autoComplete="off" {...form.register(name)} />}
            </Field>
          ))}
        <Field
          label={t('words:idNumber')}
          error={errors.id_number?.message}
          {...(saved?.id_number_masked ? { hint: <RevealableIdNumber id={saved.id} masked={saved.id_number_masked} /> } : {})}
        >
          {(control) => <Input {...control} autoComplete="off" {...form.register('id_number')} />}
        </Field>
        {select(
          'sex',
          t('words:sex'),
          (['0', '1', '2'] as const).map((value) => ({ value, label: t(`sexes.${value}`) })),
        )}
        {lists.filter(([name]) => isAsked(name, type)).map(([name, label, list]) => select(name, t(label), listChoices(list)))}
        {isAsked('class_id', type) && (
          <SelectField
            control={form.control}
            name="class_id"
            label={t('words:className')}
            fallback="0"
            toValue={(value) => (value === '0' ? null : Number(value))}
            choices={[{ value: '0', label: t('noClass') }, ...classes.map((each) => ({ value: String(each.id), label: each.name }))]}
          />
        )}
        <Controller
          control={form.control}
          name="prof_id"
          render={({ field }) => (
            <Field label={t('words:profession')} error={errors.prof_id?.message}>
              {(control) => (
                <OfferedProfession control={control} none={t('notGiven')} value={field.value ?? null} onChange={field.onChange} />
              )}
            </Field>
          )}
        />
        {isAsked('extra_roles', type) && (
          <Controller
            control={form.control}
            name="extra_roles"
            render={({ field }) => (
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-1.5 text-sm font-medium">{t('extraRoles')}</legend>
                {(['marker', 'invigilator'] as const).map((role) => (
                  <label key={role} className="flex items-center gap-2 text-sm">
                    <Checkbox
                      checked={field.value.includes(role)}
                      onCheckedChange={(on) =>
                        field.onChange(on === true ? [...field.value, role] : field.value.filter((other) => other !== role))
                      }
                    />
                    {t(`extra.${role}`)}
                  </label>
                ))}
              </fieldset>
            )}
          />
        )}
      </div>
    </FormDialog>
  );
}
