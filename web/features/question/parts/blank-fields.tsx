import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type FindErrorAt, FieldErrorNote } from './field-error-note.tsx';
import { listBlankNumbers, type BlankValues, defaultBlank, type QuestionFormValues } from '../question-form-values.ts';

/** Edits the accepted answers of each blank, in the order of the stem. */
export function BlankFields({ faultAt }: { faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'ui']);
  const form = useFormContext<QuestionFormValues>();
  const numbers = listBlankNumbers(form.watch('stem'));
  const blanks = form.watch('blanks');
  const set = (number: string, change: Partial<BlankValues>) =>
    form.setValue('blanks', { ...blanks, [number]: { ...(blanks[number] ?? defaultBlank), ...change } }, { shouldDirty: true });
  return (
    <Panel title={t('blanksTitle')} bodyClassName="flex flex-col gap-3 p-3.5">
      {numbers.length === 0 && <p className="text-sm text-muted-foreground">{t('blanksNone')}</p>}
      {numbers.map((number, at) => {
        const blank = blanks[number] ?? defaultBlank;
        const fault = faultAt(`key.blanks.${at}`);
        return (
          <fieldset key={number} className="grid gap-2 border-b pb-3 last:border-b-0 last:pb-0 sm:grid-cols-[9rem_1fr]">
            <legend className="mb-1.5 text-[13px] font-medium">{t('ui:blank', { n: at + 1 })}</legend>
            <Select
              aria-label={t('blankMode')}
              value={blank.mode}
              onChange={(mode) => set(number, { mode: mode as BlankValues['mode'] })}
              choices={[
                { value: 'text', label: t('blankText') },
                { value: 'number', label: t('blankNumber') },
              ]}
            />
            {blank.mode === 'text' ? (
              <div className="flex flex-col gap-1.5">
                <Textarea
                  rows={2}
                  aria-label={t('blankAnswers', { n: at + 1 })}
                  aria-invalid={fault === undefined ? undefined : true}
                  placeholder={t('blankAnswersHint')}
                  value={blank.answers}
                  onChange={(event) => set(number, { answers: event.target.value })}
                />
                <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
                  <label className="flex items-center gap-2">
                    <Checkbox checked={blank.ignoreCase} onCheckedChange={(on) => set(number, { ignoreCase: on === true })} />
                    {t('ignoreCase')}
                  </label>
                  <label className="flex items-center gap-2">
                    <Checkbox checked={blank.ignoreWidth} onCheckedChange={(on) => set(number, { ignoreWidth: on === true })} />
                    {t('ignoreWidth')}
                  </label>
                </div>
              </div>
            ) : (
              <div className="grid grid-cols-2 gap-3">
                <Field label={t('blankValue')} error={faultAt(`key.blanks.${at}.value`)}>
                  {(control) => (
                    <Input
                      {...control}
                      inputMode="decimal"
                      className="num"
                      value={blank.value}
                      onChange={(event) => set(number, { value: event.target.value })}
                    />
                  )}
                </Field>
                <Field label={t('blankTolerance')} error={faultAt(`key.blanks.${at}.tolerance`)}>
                  {(control) => (
                    <Input
                      {...control}
                      inputMode="decimal"
                      className="num"
                      value={blank.tolerance}
                      onChange={(event) => set(number, { tolerance: event.target.value })}
                    />
                  )}
                </Field>
              </div>
            )}
            {blank.mode === 'text' && <FieldErrorNote text={fault} className="sm:col-start-2" />}
          </fieldset>
        );
      })}
      <FieldErrorNote
        text={numbers.length === 0 ? faultAt('key') && t('blanksMissing') : (faultAt('key.blanks', true) ?? faultAt('key', true))}
      />
    </Panel>
  );
}
