import { useCall } from '../../../platform/api/call-query.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { systemSettings, type SystemSettings, type systemCalls } from '../../../../sync/contract/platform/system.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-failure.tsx';
import { refreshPlatformInfo } from '../../../platform/pwa/platform-info.ts';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

export function SettingsPanel() {
  const settings = useCall('/system/getSettings', {});
  if (settings.data === undefined)
    return (
      <LoadingState query={settings}>
        <div aria-hidden className="flex max-w-3xl flex-col gap-3.5">
          {[0, 1, 2].map((at) => (
            <Panel key={at} bodyClassName="flex flex-col gap-4 p-4">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-full" />
              <Skeleton className="h-9 w-full" />
            </Panel>
          ))}
        </div>
      </LoadingState>
    );
  return <SettingsForm saved={settings.data} />;
}

type Saved = CallOutput<(typeof systemCalls)['getSettings']>;

/** Id of the only set of settings. */
const theOne = 1;

const parts = [
  ['sessionPart', ['sessionIdleMinutes', 'sessionAbsoluteHours']],
  ['uploadPart', ['uploadImageMb', 'uploadDocumentMb', 'uploadMediaMb']],
] as const;

function SettingsForm({ saved }: { saved: Saved }) {
  const { t } = useTranslation('system');
  const { version, updatedMs, updatedBy, ...initial } = saved;
  const { form, draft, busy, error, reset, send, discard, newest } = useSavedForm<SystemSettings>(
    { id: theOne, version },
    {
      name: 'system.settings',
      initial,
      resolver: zodResolver(systemSettings, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, ...value }, options) => ({
        id,
        ...(await makeCall('/system/modifySettings', value, options)),
      })),
      newest: async () => {
        const { version: now, updatedMs: _at, updatedBy: _by, ...value } = await makeCall('/system/getSettings', {});
        return { value, version: now };
      },
      lists: '/system',
      goesOn: (sent) => sent,
      onSaved: () => {
        toast.success(t('saved'));
        void refreshPlatformInfo();
      },
    },
  );
  const { errors } = form.formState;
  const hints: Partial<Record<keyof SystemSettings, string>> = {
    sessionIdleMinutes: t('sessionIdleMinutesHint'),
    sessionAbsoluteHours: t('sessionAbsoluteHoursHint'),
    uploadMediaMb: t('uploadMediaMbHint'),
  };
  return (
    <form
      data-saves
      noValidate
      className="flex max-w-3xl flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftRestored draft={{ ...draft, discard }} />
      <FormFailure error={error} ways={{ draft, newest, reset }} />
      <Panel title={t('platformPart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
        <Field label={t('platformTitle')} hint={t('platformTitleHint')} required error={errors.platformTitle?.message}>
          {(control) => <Input {...control} {...form.register('platformTitle')} />}
        </Field>
        <Field label={t('platformVersion')} hint={t('platformVersionHint')} required error={errors.platformVersion?.message}>
          {(control) => <Input {...control} {...form.register('platformVersion')} />}
        </Field>
        <Field label={t('signInNotice')} hint={t('signInNoticeHint')} error={errors.signInNotice?.message} className="md:col-span-2">
          {(control) => <Textarea {...control} {...form.register('signInNotice')} rows={3} />}
        </Field>
        <Field label={t('publicAddress')} hint={t('publicAddressHint')} error={errors.publicAddress?.message} className="md:col-span-2">
          {(control) => <Input {...control} {...form.register('publicAddress')} inputMode="url" placeholder="https://" />}
        </Field>
      </Panel>
      {parts.map(([part, names]) => (
        <Panel key={part} title={t(part)} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2 lg:grid-cols-3">
          {names.map((name) => (
            <NumberField
              key={name}
              control={form.control}
              name={name}
              label={t(name)}
              hint={hints[name]}
              required
              inputClassName="max-w-40"
            />
          ))}
        </Panel>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {t('save')}
        </Button>
        <DraftChip draft={draft} />
        {updatedBy !== '' && (
          <span className="text-[13px] text-muted-foreground">{t('lastChange', { name: updatedBy, time: formatDateTime(updatedMs) })}</span>
        )}
      </div>
    </form>
  );
}
