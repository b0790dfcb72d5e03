import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { professionDraft } from '../../../../sync/contract/prof.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { Field } from '../../../ui/field.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import type { ProfessionRow } from '../prof-queries.ts';

type Values = z.output<typeof professionDraft>;
const blank: Values = { code: '', name: '', levels: [], trades: [], standard: '', remark: '' };
const valuesOf = ({ code, name, levels, trades, standard, remark }: ProfessionRow): Values => ({
  code,
  name,
  levels,
  trades,
  standard,
  remark,
});

interface ProfessionFormProps {
  /** Null: a new one. */
  saved: ProfessionRow | null;
  onClose: () => void;
}

/** A profession with its trades and levels, from the right of the window. */
export function ProfessionForm({ saved, onClose }: ProfessionFormProps) {
  const { t } = useTranslation('prof');
  const { t: code } = useTranslation('codes');
  const queries = useQueryClient();
  const initial = saved === null ? blank : valuesOf(saved);
  const form = useForm<Values>({ defaultValues: initial, resolver: zodResolver(professionDraft, { error: problemText }) });
  // `id` is the trade's own: the list's key has another name.
  const trades = useFieldArray({ control: form.control, name: 'trades', keyName: 'key' });
  const draft = useDraft(`profession.${saved?.id ?? 'new'}`, form, initial, [], saved?.version);
  const save = useMutation({
    mutationFn: ({ value, version }: { value: Values; version: number | undefined }) =>
      saved === null || version === undefined ? call('/prof/add', value) : call('/prof/modify', { ...value, id: saved.id, version }),
    onSuccess: () => {
      draft.done();
      toast.success(t('saved'));
      onClose();
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries())
        form.setError(fault.path as 'name', { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['prof'] }),
  });
  const { errors } = form.formState;
  const send = (version = draft.version) => void form.handleSubmit((value) => save.mutate({ value, version }))();
  const newest = async () => {
    const row = await call('/prof/getById', { id: saved?.id ?? 0 });
    return { value: valuesOf(row), version: row.version };
  };
  return (
    <Dialog
      shape="sheet"
      open
      onOpenChange={onClose}
      title={t(saved === null ? 'create' : 'editTitle')}
      description={saved === null ? undefined : `${saved.code} ${saved.name}`}
      footer={
        <>
          <span className="mr-auto self-center">
            <DraftChip draft={draft} />
          </span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => send()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DraftRestored draft={draft} />
        <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
        <div className="grid grid-cols-[11rem_1fr] gap-4">
          <Field
            label={t('code')}
            required
            hint={t('codeHint')}
            error={errors.code && (errors.code.type === 'server' ? errors.code.message : t('codeWrong'))}
          >
            {(control) => <Input {...control} {...form.register('code')} autoFocus={saved === null} className="num" />}
          </Field>
          <Field label={t('name')} required error={errors.name?.message}>
            {(control) => <Input {...control} {...form.register('name')} />}
          </Field>
        </div>
        <Controller
          control={form.control}
          name="levels"
          render={({ field }) => (
            <fieldset className="flex flex-col gap-1.5" aria-describedby={errors.levels ? 'levels-note' : undefined}>
              <legend className="mb-1.5 text-[13px] font-medium">{t('levels')}</legend>
              <div className="flex flex-wrap gap-x-5 gap-y-2">
                {professionLevels.map((level) => (
                  <label key={level} className="flex items-center gap-2 text-sm">
                    <Checkbox
                      ref={level === 1 ? field.ref : undefined}
                      checked={field.value.includes(level)}
                      onCheckedChange={(on) =>
                        field.onChange(professionLevels.filter((each) => (each === level ? on === true : field.value.includes(each))))
                      }
                    />
                    {code(`professionLevel.${level}`)}
                  </label>
                ))}
              </div>
              {errors.levels && (
                <p id="levels-note" className="text-[13px] text-seal">
                  {errors.levels.type === 'server' ? errors.levels.message : t('levelsMissing')}
                </p>
              )}
            </fieldset>
          )}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-[13px] font-medium">{t('trades')}</legend>
          {trades.fields.length === 0 && <p className="text-[13px] text-muted-foreground">{t('tradesHint')}</p>}
          {trades.fields.map((trade, at) => (
            <div key={trade.key} className="flex flex-col gap-1">
              <div className="flex gap-2">
                <Input
                  aria-label={t('tradeName', { n: at + 1 })}
                  aria-invalid={errors.trades?.[at]?.name ? true : undefined}
                  {...form.register(`trades.${at}.name`)}
                />
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t('removeTrade', { name: form.getValues(`trades.${at}.name`) })}
                  onClick={() => trades.remove(at)}
                >
                  <X />
                </Button>
              </div>
              {errors.trades?.[at]?.name && <p className="text-[13px] text-seal">{errors.trades[at].name.message}</p>}
            </div>
          ))}
          {errors.trades?.message !== undefined && <p className="text-[13px] text-seal">{errors.trades.message}</p>}
          <Button repeats size="sm" className="self-start" onClick={() => trades.append({ name: '' })}>
            <Plus />
            {t('addTrade')}
          </Button>
        </fieldset>
        <Field label={t('standard')} hint={t('standardHint')} error={errors.standard?.message}>
          {(control) => <Input {...control} {...form.register('standard')} />}
        </Field>
        <Field label={t('remark')} error={errors.remark?.message}>
          {(control) => <Textarea {...control} {...form.register('remark')} rows={3} />}
        </Field>
      </form>
    </Dialog>
  );
}
