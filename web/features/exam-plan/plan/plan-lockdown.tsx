import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { PlanFormValues } from './plan-form-values.ts';

const limits = ['warnAt', 'pauseAt', 'reportAt'] as const;

/** Edits the rules for examinees who leave the exam window. */
export function PlanLockdown() {
  const { t } = useTranslation('examPlan');
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<PlanFormValues>();
  return (
    <Panel title={t('lockdown')} bodyClassName="grid grid-cols-3 gap-4 px-4 py-3.5">
      <p className="col-span-3 text-[13px] leading-relaxed text-muted-foreground">{t('lockdownText')}</p>
      {limits.map((limit) => (
        <Field key={limit} label={t(`lockdown_${limit}`)} error={errors.lockdown?.[limit]?.message}>
          {(field) => (
            <Input
              {...field}
              type="number"
              inputMode="numeric"
              min={0}
              max={99}
              className="num"
              {...register(`lockdown.${limit}`, { valueAsNumber: true })}
            />
          )}
        </Field>
      ))}
      <Controller
        control={control}
        name="lockdown.fullscreen"
        render={({ field: { onChange, value } }) => (
          <label className="col-span-3 flex items-center gap-2.5 text-sm">
            <Switch checked={value} onCheckedChange={onChange} />
            {t('lockdown_fullscreen')}
          </label>
        )}
      />
      <Controller
        control={control}
        name="lockdown.seb"
        render={({ field: { onChange, value } }) => (
          <label className="col-span-3 flex items-center gap-2.5 text-sm">
            <Switch checked={value} onCheckedChange={onChange} />
            {t('lockdown_seb')}
          </label>
        )}
      />
      <Controller
        control={control}
        name="lockdown.browserKeys"
        render={({ field: { ref: _ref, onChange, value, ...rest } }) => (
          <Field
            label={t('lockdown_browserKeys')}
            hint={t('lockdown_browserKeysHint')}
            error={errors.lockdown?.browserKeys === undefined ? undefined : t('badBrowserKey')}
            className="col-span-3"
          >
            {(field) => (
              <Textarea
                {...field}
                {...rest}
                rows={2}
                spellCheck={false}
                className="font-mono text-[13px]"
                value={value.join('\n')}
                onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
              />
            )}
          </Field>
        )}
      />
    </Panel>
  );
}
