import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import {
  type directoryCalls,
  type DirectoryKind,
  directoryKinds,
  directorySettings,
  serviceAddresses,
  usualNumberAttributes,
} from '../../../../sync/contract/people/directory.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { SettingsBody } from '../../../platform/forms/form-frame.tsx';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

type SavedDirectory = CallOutput<(typeof directoryCalls)['get']>;

const formSchema = directorySettings.safeExtend({ secret: z.string().max(500) });
type Draft = z.output<typeof formSchema>;

/** Id under which the school's directory settings are stored; a school has at most one directory. */
const theOne = 1;

/**
 * True for kinds of directory for which the school enters the address and the attribute that holds a person's number. WeCom and DingTalk exist once,
 * so both values are fixed.
 */
const isNamed = (kind: DirectoryKind): kind is 'ldap' | 'oidc' | 'cas' => kind !== 'wecom' && kind !== 'dingtalk';

function toDraft(stored: SavedDirectory): Draft {
  const { version: _version, hasSecret: _hasSecret, returnAddress: _returnAddress, ...settings } = stored;
  return { ...settings, secret: '' };
}

export function DirectoryForm({ saved }: { saved: SavedDirectory }) {
  const { t } = useTranslation('directory');
  const mayChange = useCanChangeData();
  const saving = useSavedForm<Draft>(
    { id: theOne, version: saved.version },
    {
      name: 'directory',
      initial: toDraft(saved),
      resolver: zodResolver(formSchema, { error: formatSchemaProblem }),
      secret: ['secret'],
      calls: createChangeOnlyCalls(async ({ id, ...value }, options) => ({ id, ...(await makeCall('/directory/set', value, options)) })),
      newest: async () => {
        const now = await makeCall('/directory/get', {});
        return { value: toDraft(now), version: now.version };
      },
      lists: '/directory',
      toFormValue: (sent) => ({ ...sent, secret: '' }),
      onSaved: () => toast.success(t('saved')),
    },
  );
  const { form } = saving;
  return (
    <SettingsBody saving={saving} save={t('save')} disabled={!mayChange}>
      <SignInPart form={form} />
      <ServerPart form={form} saved={saved} />
      <PeoplePart form={form} />
      <DepartmentsPart form={form} />
    </SettingsBody>
  );
}

interface PartProps {
  readonly form: UseFormReturn<Draft, unknown, Draft>;
}

function SignInPart({ form }: PartProps) {
  const { t } = useTranslation('directory');
  return (
    <Panel title={t('signInPart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <Field label={t('name')} hint={t('nameHint')} required error={form.formState.errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} />}
      </Field>
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <SwitchField label={t('enabled')} hint={t('enabledHint')} value={field.value} onChange={field.onChange} className="md:pt-7" />
        )}
      />
    </Panel>
  );
}

function ServerPart({ form, saved }: PartProps & { readonly saved: SavedDirectory }) {
  const { t } = useTranslation('directory');
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  const isLdap = kind === 'ldap';
  const renderTextField = (name: 'searchBase' | 'loginAttribute' | 'agent') => (
    <Field label={t(name)} hint={t(`${name}Hint`)} required error={errors[name]?.message}>
      {(control) => <Input {...control} {...form.register(name)} autoComplete="off" spellCheck={false} />}
    </Field>
  );
  return (
    <Panel title={t('serverPart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Field label={t('kind')} className="md:col-span-2">
            {(control) => (
              <Select
                {...control}
                className="max-w-80"
                value={field.value}
                onChange={(next) => {
                  field.onChange(next);
                  form.setValue('address', serviceAddresses[next as DirectoryKind] ?? '', { shouldDirty: true });
                  form.setValue('numberAttribute', usualNumberAttributes[next as DirectoryKind], { shouldDirty: true });
                  // The search bases and the class attribute of one kind of directory are meaningless in another kind.
                  for (const place of ['studentBase', 'staffBase', 'classAttribute'] as const)
                    form.setValue(place, '', { shouldDirty: true });
                }}
                choices={directoryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              />
            )}
          </Field>
        )}
      />
      {!isLdap && <ReturnAddress address={saved.returnAddress} />}
      {isNamed(kind) && (
        <Field
          label={t(`address.${kind}`)}
          hint={t(`addressHint.${kind}`)}
          required
          error={errors.address?.message}
          className={isLdap ? '' : 'md:col-span-2'}
        >
          {(control) => <Input {...control} {...form.register('address')} autoComplete="off" spellCheck={false} />}
        </Field>
      )}
      {isLdap && <SecurityField form={form} />}
      {kind !== 'cas' && (
        <>
          <Field label={t(`account.${kind}`)} hint={t(`accountHint.${kind}`)} required={!isLdap} error={errors.account?.message}>
            {(control) => <Input {...control} {...form.register('account')} autoComplete="off" spellCheck={false} />}
          </Field>
          <Field
            label={t(`secret.${kind}`)}
            hint={t(saved.hasSecret && saved.kind === kind ? 'secretStored' : 'secretNone')}
            error={errors.secret?.message}
          >
            {(control) => <PasswordInput {...control} {...form.register('secret')} autoComplete="new-password" className="pr-11" />}
          </Field>
        </>
      )}
      {kind === 'wecom' && renderTextField('agent')}
      {isLdap && renderTextField('searchBase')}
      {isLdap && renderTextField('loginAttribute')}
      {isNamed(kind) ? (
        <Field
          label={t(`numberAttribute.${kind}`)}
          hint={t(`numberAttributeHint.${kind}`)}
          required
          error={errors.numberAttribute?.message}
        >
          {(control) => <Input {...control} {...form.register('numberAttribute')} autoComplete="off" spellCheck={false} />}
        </Field>
      ) : (
        <p className="text-sm text-muted-foreground md:col-span-2">{t(`fixedNumber.${kind}`)}</p>
      )}
      {isNamed(kind) && <CertificateField form={form} />}
    </Panel>
  );
}

/** Says where the people of an LDAP directory are listed, for synchronising them. */
function PeoplePart({ form }: PartProps) {
  const { t } = useTranslation('directory');
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  if (kind !== 'ldap') return null;
  const renderTextField = (name: 'studentBase' | 'studentFilter' | 'staffBase' | 'staffFilter' | 'nameAttribute' | 'classAttribute') => (
    <Field label={t(name)} hint={t(`${name}Hint`)} required={name === 'nameAttribute'} error={errors[name]?.message}>
      {(control) => <Input {...control} {...form.register(name)} autoComplete="off" spellCheck={false} />}
    </Field>
  );
  return (
    <Panel title={t('peoplePart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <p className="text-[13px] text-muted-foreground md:col-span-2">{t('peopleHint')}</p>
      {renderTextField('studentBase')}
      {renderTextField('studentFilter')}
      {renderTextField('staffBase')}
      {renderTextField('staffFilter')}
      {renderTextField('nameAttribute')}
      {renderTextField('classAttribute')}
    </Panel>
  );
}

/** Says which departments of WeCom or DingTalk hold students and staff, for synchronising them. */
function DepartmentsPart({ form }: PartProps) {
  const { t } = useTranslation('directory');
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  if (isNamed(kind)) return null;
  const renderDepartmentField = (name: 'studentBase' | 'staffBase') => (
    <Field label={t(`department.${name}`)} hint={t('departmentHint')} error={errors[name] && t('departmentWrong')}>
      {(control) => <Input {...control} {...form.register(name)} inputMode="numeric" autoComplete="off" />}
    </Field>
  );
  return (
    <Panel title={t('peoplePart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <p className="text-[13px] text-muted-foreground md:col-span-2">{t(`departmentsText.${kind}`)}</p>
      {renderDepartmentField('studentBase')}
      {renderDepartmentField('staffBase')}
      <Controller
        control={form.control}
        name="classAttribute"
        render={({ field }) => (
          <SwitchField
            label={t('classFromDepartment')}
            hint={t('classFromDepartmentHint')}
            value={field.value !== ''}
            onChange={(on) => field.onChange(on ? 'department' : '')}
            className="md:col-span-2"
          />
        )}
      />
    </Panel>
  );
}

function CertificateField({ form }: PartProps) {
  const { t } = useTranslation('directory');
  return (
    <Field
      label={t('certificate')}
      hint={t('certificateHint')}
      error={form.formState.errors.certificate?.message}
      className="md:col-span-2"
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register('certificate')}
          rows={4}
          spellCheck={false}
          className="font-mono text-[13px]"
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      )}
    </Field>
  );
}

function SecurityField({ form }: PartProps) {
  const { t } = useTranslation('directory');
  return (
    <Controller
      control={form.control}
      name="security"
      render={({ field }) => (
        <Field label={t('security')}>
          {(control) => (
            <Select
              {...control}
              value={field.value}
              onChange={field.onChange}
              choices={(['tls', 'startTls'] as const).map((value) => ({ value, label: t(`securities.${value}`) }))}
            />
          )}
        </Field>
      )}
    />
  );
}

/** Shows the address of this server to which the sign-in provider returns users, for the school to register there; or why there is none. */
function ReturnAddress({ address }: { address: string }) {
  const { t } = useTranslation('directory');
  if (address === '')
    return (
      <Strip tone="kept" className="md:col-span-2">
        {t('returnAddressMissing')}
      </Strip>
    );
  return <CopyField label={t('returnAddress')} hint={t('returnAddressHint')} value={address} className="md:col-span-2" />;
}
