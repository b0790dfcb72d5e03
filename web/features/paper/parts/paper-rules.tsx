import { useId } from 'react';
import { Controller, useFormContext, useWatch, type Control } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { paperDifficulty } from '../../../../sync/contract/codes.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { computeTotalPoints } from '../paper-figures.ts';
import type { PaperFormDraft } from '../paper-queries.ts';

interface RuleSwitchProps {
  control: Control<PaperFormDraft>;
  name: 'rules.shuffleQuestions' | 'rules.shuffleOptions';
  label: string;
  hint: string;
}

function RuleSwitch({ control, name, label, hint }: RuleSwitchProps) {
  const id = useId();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="flex items-start justify-between gap-3">
          <label htmlFor={id} className="text-sm">
            {label}
            <span className="block text-[13px] text-muted-foreground">{hint}</span>
          </label>
          <Switch id={id} checked={field.value} onCheckedChange={field.onChange} />
        </div>
      )}
    />
  );
}

export function PaperRules() {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const { control } = useFormContext<PaperFormDraft>();
  const total = computeTotalPoints(useWatch({ control, name: 'sections' }));
  return (
    <Panel title={t('rules')} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      <NumberField
        control={control}
        name="rules.passPoints"
        label={t('passPoints')}
        hint={t('passHint', { total })}
        required
        min={0}
        step={0.5}
        inputClassName="w-28"
      />
      <NumberField control={control} name="rules.minutes" label={t('minutes')} required min={1} max={720} inputClassName="w-28" />
      <Controller
        control={control}
        name="rules.bank"
        render={({ field }) => (
          <Field label={t('bank')}>
            {(one) => (
              <Select
                {...one}
                value={field.value}
                onChange={field.onChange}
                choices={(['school', 'certified', 'both'] as const).map((value) => ({ value, label: t(`banks.${value}`) }))}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="rules.difficulty"
        render={({ field }) => (
          <Field label={t('paperDifficulty')} hint={t('paperDifficultyHint')}>
            {(one) => (
              <Select
                {...one}
                value={String(field.value ?? paperDifficulty.all)}
                onChange={(value) => field.onChange(Number(value))}
                choices={Object.values(paperDifficulty).map((value) => ({ value: String(value), label: code(`paperDifficulty.${value}`) }))}
              />
            )}
          </Field>
        )}
      />
      <NumberField control={control} name="rules.maxShared" label={t('maxShared')} min={0} max={300} inputClassName="w-28" />
      <Controller
        control={control}
        name="rules.layout"
        render={({ field }) => (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{t('layout')}</legend>
            <RadioGroup aria-label={t('layout')} value={field.value} onValueChange={field.onChange}>
              <Radio value="one" label={t('layoutOne')} />
              <Radio value="section" label={t('layoutSection')} />
              <Radio value="paper" label={t('layoutPaper')} />
            </RadioGroup>
          </fieldset>
        )}
      />
      <RuleSwitch control={control} name="rules.shuffleQuestions" label={t('shuffleQuestions')} hint={t('shuffleQuestionsHint')} />
      <RuleSwitch control={control} name="rules.shuffleOptions" label={t('shuffleOptions')} hint={t('shuffleOptionsHint')} />
    </Panel>
  );
}
