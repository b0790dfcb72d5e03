import { Plus, X } from 'lucide-react';
import { useContext } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type FindErrorAt, FieldErrorNote } from './field-error-note.tsx';
import { QuestionUploadContext } from '../import/question-upload.ts';
import type { QuestionFormValues } from '../question-form-values.ts';

/** Edits what markers use: the reference answer, scoring points, and veto items (mistakes that make an answer score 0 points). */
export function RubricFields({ faultAt }: { faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'ui']);
  const upload = useContext(QuestionUploadContext);
  const form = useFormContext<QuestionFormValues>();
  const items = useFieldArray({ control: form.control, name: 'items' });
  const total = form.watch('items').reduce((sum, item) => sum + (Number(item.points) || 0), 0);
  return (
    <>
      <Panel title={t('ui:referenceAnswer')} bodyClassName="p-3.5">
        <Controller
          control={form.control}
          name="reference"
          render={({ field }) => (
            <RichTextEditor
              value={field.value}
              onChange={field.onChange}
              label={t('ui:referenceAnswer')}
              upload={upload}
              aria-invalid={faultAt('key.reference') === undefined ? undefined : true}
            />
          )}
        />
        <FieldErrorNote text={faultAt('key.reference')} className="mt-1.5" />
      </Panel>
      <Panel
        title={t('rubricTitle')}
        aside={<span className="num text-[13px] text-muted-foreground">{t('rubricTotal', { count: total })}</span>}
        bodyClassName="flex flex-col gap-2.5 p-3.5"
      >
        {items.fields.map((item, at) => {
          const fault = faultAt(`key.items.${at}`);
          return (
            <div key={item.id} className="flex flex-col gap-1">
              <div className="flex items-start gap-2">
                <span className="num w-5 shrink-0 pt-2 text-right text-sm text-muted-foreground">{at + 1}.</span>
                <Textarea
                  rows={1}
                  aria-label={t('rubricText', { n: at + 1 })}
                  aria-invalid={faultAt(`key.items.${at}.text`) === undefined ? undefined : true}
                  {...form.register(`items.${at}.text`)}
                  className="min-h-9 grow"
                />
                <Input
                  inputMode="decimal"
                  aria-label={t('rubricPoints', { n: at + 1 })}
                  aria-invalid={faultAt(`key.items.${at}.points`) === undefined ? undefined : true}
                  placeholder={t('pointsShort')}
                  {...form.register(`items.${at}.points`)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                    event.preventDefault();
                    if (at === items.fields.length - 1) items.append({ text: '', points: '' });
                    else form.setFocus(`items.${at + 1}.text`);
                  }}
                  className="num w-20 shrink-0 text-right"
                />
                <Button size="icon" variant="ghost" aria-label={t('rubricRemove', { n: at + 1 })} onClick={() => items.remove(at)}>
                  <X />
                </Button>
              </div>
              <FieldErrorNote text={fault} className="ml-7" />
            </div>
          );
        })}
        <Button repeats size="sm" className="self-start" onClick={() => items.append({ text: '', points: '' })}>
          <Plus />
          {t('rubricAdd')}
        </Button>
        <Field label={t('ui:vetoItems')} hint={t('vetoHint')} error={faultAt('key.veto')}>
          {(control) => <Textarea {...control} rows={2} {...form.register('veto')} />}
        </Field>
        <Field label={t('filesTitle')} hint={t('filesHint')} error={faultAt('key.files')}>
          {(control) => <Input {...control} inputMode="numeric" className="num w-20" placeholder="0" {...form.register('files')} />}
        </Field>
      </Panel>
    </>
  );
}
