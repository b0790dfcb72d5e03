import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { systemSettings, type SystemSettings, type systemCalls } from '../../../../sync/contract/system.ts';
import { isSame } from '../../../lib/draft.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { refreshPlatformInfo } from '../../../platform/platform-info.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { Field } from '../../../ui/field.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { Input } from '../../../ui/input.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../../../ui/use-draft.ts';

type Saved = CallOutput<(typeof systemCalls)['getSettings']>;

const parts = [
  ['sessionPart', ['sessionIdleMinutes', 'sessionAbsoluteHours']],
  ['uploadPart', ['uploadImageMb', 'uploadDocumentMb', 'uploadMediaMb']],
] as const;

export function SettingsForm({ saved }: { saved: Saved }) {
  const { t } = useTranslation('system');
  const queries = useQueryClient();
  const { version, updatedMs, updatedBy, ...initial } = saved;
  const form = useForm<SystemSettings>({ defaultValues: initial, resolver: zodResolver(systemSettings, { error: problemText }) });
  const draft = useDraft('system.settings', form, initial, [], saved.version);
  const save = useMutation({
    mutationFn: ({ value, version }: { value: SystemSettings; version: number; typed: SystemSettings }) =>
      call('/system/modifySettings', { ...value, version }),
    onSuccess: async ({ version: now }, { value, typed }) => {
      // What was typed while it was on its way is not in it.
      draft.goOn(value, now, !isSame(form.getValues(), typed));
      toast.success(t('saved'));
      void refreshPlatformInfo();
      await queries.invalidateQueries({ queryKey: ['system'] });
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const fault of failure.fields)
        form.setError(fault.path as keyof SystemSettings, { type: 'server', message: fault.message }, { shouldFocus: true });
    },
  });
  const send = (seen = draft.version ?? version) =>
    void form.handleSubmit((value) => save.mutate({ value, version: seen, typed: structuredClone(form.getValues()) }))();
  const newest = async () => {
    const { version: now, updatedMs: _at, updatedBy: _by, ...value } = await call('/system/getSettings', {});
    return { value, version: now };
  };
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
      <DraftRestored draft={draft} />
      <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
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
        <Button type="submit" variant="primary" busy={save.isPending}>
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
