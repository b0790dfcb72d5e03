import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { type ltiCalls, ltiNumberClaims, type LtiSettings, ltiSettings } from '../../../../sync/contract/people/lti.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { SettingsBody } from '../../../platform/forms/form-frame.tsx';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';

type SavedPlatform = CallOutput<(typeof ltiCalls)['get']>;

type TextName = 'name' | 'issuer' | 'clientId' | 'deploymentId' | 'authorisation' | 'keySet';

/** Id under which the registration is stored; a school has at most one learning platform. */
const theOne = 1;

function toDraft({ version: _version, loginAddress: _login, launchAddress: _launch, ...settings }: SavedPlatform): LtiSettings {
  return settings;
}

/** Registers the learning platform of the school. */
export function LtiForm({ saved }: { saved: SavedPlatform }) {
  const { t } = useTranslation('lti');
  const mayChange = useCanChangeData();
  const saving = useSavedForm<LtiSettings>(
    { id: theOne, version: saved.version },
    {
      name: 'lti',
      initial: toDraft(saved),
      resolver: zodResolver(ltiSettings, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, ...value }, options) => ({ id, ...(await makeCall('/lti/set', value, options)) })),
      newest: async () => {
        const now = await makeCall('/lti/get', {});
        return { value: toDraft(now), version: now.version };
      },
      lists: '/lti',
      toFormValue: (sent) => sent,
      onSaved: () => toast.success(t('saved')),
    },
  );
  return (
    <SettingsBody saving={saving} save={t('save')} disabled={!mayChange}>
      <PlatformPart form={saving.form} />
    </SettingsBody>
  );
}

function PlatformPart({ form }: { readonly form: UseFormReturn<LtiSettings, unknown, LtiSettings> }) {
  const { t } = useTranslation('lti');
  const { errors } = form.formState;
  const getProblem = (name: TextName) => (errors[name]?.type === 'invalid_format' ? t('addressWrong') : errors[name]?.message);
  const renderTextField = (name: TextName, className = '') => (
    <Field label={t(name)} hint={t(`${name}Hint`)} required error={getProblem(name)} className={className}>
      {(control) => <Input {...control} {...form.register(name)} autoComplete="off" spellCheck={false} />}
    </Field>
  );
  return (
    <Panel title={t('enterHere')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      {renderTextField('name')}
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <SwitchField label={t('enabled')} hint={t('enabledHint')} value={field.value} onChange={field.onChange} className="md:pt-7" />
        )}
      />
      {renderTextField('issuer', 'md:col-span-2')}
      {renderTextField('clientId')}
      {renderTextField('deploymentId')}
      {renderTextField('authorisation', 'md:col-span-2')}
      {renderTextField('keySet', 'md:col-span-2')}
      <Controller
        control={form.control}
        name="numberClaim"
        render={({ field }) => (
          <Field label={t('numberClaim')} className="md:col-span-2">
            {(control) => (
              <Select
                {...control}
                className="max-w-80"
                value={field.value}
                onChange={field.onChange}
                choices={ltiNumberClaims.map((value) => ({ value, label: t(`numberClaims.${value}`) }))}
              />
            )}
          </Field>
        )}
      />
    </Panel>
  );
}
