import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { attachmentLimits } from '../../../../sync/engine/outbox/attachment.ts';
import type { AssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import type { AssignmentFormValues } from '../assignment-form-values.ts';
import { createPaperOptions } from '../assignment-queries.ts';

type Form = UseFormReturn<AssignmentFormValues>;

interface PaperFieldProps {
  form: Form;
  kind: AssignedKind;
  /** Null for a new assignment; the paper of a saved one cannot be changed. */
  saved: { readonly paperName: string } | null;
}

export function PaperField({ form, kind, saved }: PaperFieldProps) {
  const { t } = useTranslation('assignment');
  const papers = useCall('/paper/getList', { pageSize: 1, filter: { kinds: [kind], assembled: true } }, { enabled: saved === null });
  return (
    <Field
      label={t('paper')}
      required
      error={form.formState.errors.paperId?.message}
      hint={saved === null && papers.data?.total === 0 ? t('noPapers') : undefined}
    >
      {(field) =>
        saved === null ? (
          <Controller
            control={form.control}
            name="paperId"
            render={({ field: { value, onChange } }) => (
              <OptionPicker
                {...field}
                source={createPaperOptions(kind)}
                placeholder={t('choosePaper')}
                value={value === 0 ? null : value}
                onChange={(id) => onChange(id ?? 0)}
              />
            )}
          />
        ) : (
          <Input {...field} value={`${saved.paperName} · ${t('paperLocked')}`} disabled readOnly />
        )
      }
    </Field>
  );
}

/** Edits an assignment in words: instructions, points, and the number of requested files. Once it is set, these are frozen. */
export function AssignmentTextFields({ form, locked }: { form: Form; locked: boolean }) {
  const { t } = useTranslation('assignment');
  const { control, register, formState, getValues } = form;
  const number = (name: 'points' | 'files', label: string, hint?: string) => (
    <Field label={label} required error={formState.errors[name]?.message} hint={hint}>
      {(field) => (
        <Input
          {...field}
          type="number"
          inputMode="decimal"
          className="num"
          step={name === 'points' ? 0.5 : 1}
          disabled={locked}
          {...register(name, { valueAsNumber: true })}
        />
      )}
    </Field>
  );
  return (
    <>
      {locked ? (
        <div className="rounded-lg border bg-muted px-4 py-3">
          <RichText html={getValues('words')} />
          <p className="mt-2 text-[13px] text-muted-foreground">{t('wordsLocked')}</p>
        </div>
      ) : (
        <Field label={t('words')} required error={formState.errors.words?.message}>
          {(field) => (
            <Controller
              control={control}
              name="words"
              render={({ field: { value, onChange } }) => (
                <RichTextEditor
                  {...field}
                  value={value}
                  onChange={onChange}
                  label={t('words')}
                  placeholder={t('wordsPlaceholder')}
                  upload={uploadFile}
                />
              )}
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {number('points', t('wordsPoints'))}
        {number('files', t('wordsFiles'), t('wordsFilesHint', { size: formatBytes(attachmentLimits.fileBytes) }))}
      </div>
    </>
  );
}
