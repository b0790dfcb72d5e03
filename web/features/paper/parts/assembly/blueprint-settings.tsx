import { useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { variantNames } from '../../../../../sync/contract/codes.ts';
import type { PaperBlueprint } from '../../../../../sync/contract/papers/assembly.ts';
import { OptionPicker } from '../../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../../platform/api/options.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';

const levels = ['easy', 'medium', 'hard'] as const;
const limits = ['', '0', '1', '2', '3', '5'];

interface BlueprintSettingsProps {
  plan: PaperBlueprint;
  fixed: boolean;
  onChange: (next: Partial<PaperBlueprint>) => void;
}

/** Edits the settings that determine the quotas, and the questions that may be drawn. */
export function BlueprintSettings({ plan, fixed, onChange }: BlueprintSettingsProps) {
  const { t } = useTranslation('paper');
  const mixId = useId();
  const tables = createOptionSource('/detail/getList', {
    filter: { newest: true },
    chosen: '/detail/getById',
    optionOf: (one) => ({
      value: String(one.id),
      label: `${one.professionName}${one.tradeName} ${t('levelNo', { n: one.level })} · ${t('edition', { n: one.edition })}`,
    }),
  });
  const mix = plan.difficulty ?? { easy: 0, medium: 0, hard: 0 };
  const noTable = fixed || plan.detailTableId === null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5 px-4 py-3">
      <Field label={t('blueprintTable')} className="w-56">
        {(field) => (
          <OptionPicker
            {...field}
            disabled={fixed}
            source={tables}
            placeholder={t('noTable')}
            value={plan.detailTableId}
            onChange={(detailTableId) => onChange({ detailTableId })}
          />
        )}
      </Field>
      <Field label={t('depth')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={noTable}
            value={String(plan.scopeDepth)}
            onChange={(value) => onChange({ scopeDepth: Number(value) as 0 | 1 | 2 | 3 })}
            choices={(['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`depths.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('importance')} className="w-40">
        {(field) => (
          <Select
            {...field}
            disabled={noTable}
            value={plan.importance === null ? '' : 'table'}
            onChange={(value) => onChange({ importance: value === '' ? null : 'table' })}
            choices={[
              { value: '', label: t('importanceNone') },
              { value: 'table', label: t('importanceTable') },
            ]}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('difficultyMix')}</legend>
        <div className="flex items-center gap-1.5">
          {levels.map((level) => (
            <Input
              key={level}
              id={`${mixId}${level}`}
              aria-label={t(level)}
              disabled={fixed}
              inputMode="numeric"
              value={mix[level]}
              onChange={(event) => {
                const next = { ...mix, [level]: Math.min(1000, Number(event.target.value.replace(/\D/g, '')) || 0) };
                onChange({ difficulty: next.easy + next.medium + next.hard > 0 ? next : null });
              }}
              className="num w-14 px-1 text-center"
            />
          ))}
        </div>
      </fieldset>
      <Field label={t('blueprintBank')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={plan.bank}
            onChange={(value) => onChange({ bank: value as PaperBlueprint['bank'] })}
            choices={(['school', 'certified', 'both'] as const).map((value) => ({ value, label: t(`banks.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('maxExposure')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={plan.maxExposure === null ? '' : String(plan.maxExposure)}
            onChange={(value) => onChange({ maxExposure: value === '' ? null : Number(value) })}
            choices={[...new Set([...limits, plan.maxExposure === null ? '' : String(plan.maxExposure)])].map((value) => ({
              value,
              label: value === '' ? t('noLimit') : value === '0' ? t('neverUsed') : t('timesUsed', { count: Number(value) }),
            }))}
          />
        )}
      </Field>
      <Field label={t('variantCount')} className="w-20">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={String(plan.variants)}
            onChange={(value) => onChange({ variants: Number(value) })}
            choices={variantNames.map((_name, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          />
        )}
      </Field>
    </div>
  );
}
