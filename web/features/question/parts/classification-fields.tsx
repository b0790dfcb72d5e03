import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { difficulty, type ProfessionLevel, type QuestionBank } from '../../../../sync/contract/codes.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { Combobox } from '../../../ui/form/combobox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import type { FindErrorAt } from './field-error-note.tsx';
import { useDetailPoints } from '../detail-points.ts';
import type { QuestionFormValues } from '../question-form-values.ts';
import { createBankProfessionOptions, useProfession, useQuestionCategories, useQuestionTags } from '../question-queries.ts';
import { TagInput } from './tag-input.tsx';

/** Edits the classification of a question and its difficulty. */
export function ClassificationFields({ bank, faultAt }: { bank: QuestionBank; faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const listId = useId();
  const form = useFormContext<QuestionFormValues>();
  const [profId, tradeId, level, pointCode] = form.watch(['profId', 'tradeId', 'level', 'pointCode']);
  const profession = useProfession(profId).data;
  const categories = useQuestionCategories(bank).data?.items ?? [];
  const tags = useQuestionTags(bank).data?.items ?? [];
  const points = useDetailPoints({ profId, tradeId, level });
  const point = points.find((each) => each.value === pointCode);
  const grades = Object.values(difficulty).map((value) => ({ value: String(value), label: code(`difficulty.${value}`) }));
  const set = <K extends keyof QuestionFormValues>(name: K, value: QuestionFormValues[K]) =>
    form.setValue(name as 'source', value as string, { shouldDirty: true });
  return (
    <Panel title={t('classification')} bodyClassName="flex flex-col gap-3.5 p-3.5">
      <Field label={t('words:category')} hint={t('categoryPathHint')} error={faultAt('category')}>
        {(control) => <Input {...control} list={listId} {...form.register('category')} />}
      </Field>
      <datalist id={listId}>
        {categories.flatMap(({ category }) => (category === '' ? [] : [<option key={category} value={category} />]))}
      </datalist>
      <div className="grid grid-cols-2 gap-3">
        {(['difficulty', 'uniformity'] as const).map((name) => (
          <Field key={name} label={t(name)} error={faultAt(name)}>
            {(control) => (
              <Controller
                control={form.control}
                name={name}
                render={({ field }) => (
                  <Select {...control} value={String(field.value)} onChange={(value) => field.onChange(Number(value))} choices={grades} />
                )}
              />
            )}
          </Field>
        ))}
      </div>
      <Field label={t('words:profession')} error={faultAt('profId')}>
        {(control) => (
          <OptionPicker
            {...control}
            source={createBankProfessionOptions(bank)}
            placeholder={t('notFiled')}
            value={profId}
            onChange={(id) => {
              set('profId', id);
              set('tradeId', null);
              set('level', null);
              set('pointCode', '');
            }}
          />
        )}
      </Field>
      {profession !== undefined && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('words:level')} error={faultAt('level')}>
              {(control) => (
                <Select
                  {...control}
                  value={level === null ? '' : String(level)}
                  onChange={(value) => {
                    set('level', value === '' ? null : (Number(value) as ProfessionLevel));
                    set('pointCode', '');
                  }}
                  choices={[
                    { value: '', label: t('anyLevel') },
                    ...profession.levels.map((each) => ({ value: String(each), label: code(`professionLevel.${each}`) })),
                  ]}
                />
              )}
            </Field>
            <Field label={t('words:trade')} error={faultAt('tradeId')}>
              {(control) => (
                <Select
                  {...control}
                  disabled={profession.trades.length === 0}
                  value={tradeId === null ? '' : String(tradeId)}
                  onChange={(value) => {
                    set('tradeId', value === '' ? null : Number(value));
                    set('pointCode', '');
                  }}
                  choices={[
                    { value: '', label: t('anyTrade') },
                    ...profession.trades.map((each) => ({ value: String(each.id), label: each.name })),
                  ]}
                />
              )}
            </Field>
          </div>
          <Field
            label={t('point')}
            hint={level === null ? t('pointNeedsLevel') : points.length === 0 ? t('pointNone') : undefined}
            error={faultAt('pointCode')}
          >
            {(control) => (
              <Combobox
                {...control}
                disabled={points.length === 0}
                placeholder={t('pointHint')}
                value={pointCode === '' ? null : (point ?? { value: pointCode, label: pointCode })}
                onChange={(choice) => set('pointCode', choice?.value ?? '')}
                search={(text) =>
                  Promise.resolve(
                    points.filter((each) => `${each.value} ${each.label}`.toLowerCase().includes(text.toLowerCase())).slice(0, 60),
                  )
                }
              />
            )}
          </Field>
        </>
      )}
      <Field label={t('tags')} error={faultAt('tags')}>
        {(control) => (
          <Controller
            control={form.control}
            name="tags"
            render={({ field }) => (
              <TagInput {...control} value={field.value} onChange={field.onChange} suggestions={tags.map((each) => each.tag)} />
            )}
          />
        )}
      </Field>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <Field label={t('source')} error={faultAt('source')}>
          {(control) => <Input {...control} {...form.register('source')} />}
        </Field>
        <Field label={t('scoreHint')} error={faultAt('scoreHint')}>
          {(control) => <Input {...control} inputMode="decimal" className="num" {...form.register('scoreHint')} />}
        </Field>
      </div>
    </Panel>
  );
}
