import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../../platform/api/call-query.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { createPlanOptions, useExamPlan } from '../exam-plan-queries.ts';
import type { PickProps } from './pick-props.ts';
import type { PlanFormValues } from '../plan/plan-form-values.ts';
import { listResitCandidates } from './resits.ts';

/** Proposes examinees who did not pass this part in a released exam, with the reason. The user adds them. */
export function PickResits({ chosen, put }: PickProps) {
  const { t } = useTranslation('planPart');
  const part = useWatch<PlanFormValues, 'part'>({ name: 'part' });
  const [from, setFrom] = useState<number | null>(null);
  const past = useCall('/exam/getList', { pageSize: 1, filter: { part, ended: true } });
  const plan = useExamPlan(from);
  const found = plan.data === undefined ? [] : listResitCandidates(plan.data);
  const have = new Set(chosen);
  const open = found.filter((one) => !have.has(one.userId));
  return (
    <Panel bodyClassName="flex flex-col gap-3 p-4">
      <p className="text-sm text-muted-foreground">{t('resitIntro', { part: t(`part_${part}`) })}</p>
      <Field label={t('resitFrom')} {...(past.data?.total === 0 && { hint: t('resitNone') })}>
        {(field) => (
          <OptionPicker
            {...field}
            source={createPlanOptions({ part, ended: true })}
            value={from}
            onChange={setFrom}
            placeholder={t('resitChoose')}
          />
        )}
      </Field>
      {from !== null && plan.data === undefined && plan.error === null && <Skeleton className="h-32 rounded-xl" />}
      {plan.error !== null && plan.data === undefined && <p role="alert">{plan.error.message}</p>}
      {plan.data !== undefined && plan.data.release.releasedMs === null && <p className="text-sm text-kept-ink">{t('resitUnreleased')}</p>}
      {plan.data !== undefined && plan.data.release.releasedMs !== null && found.length === 0 && (
        <p className="text-sm">{t('resitAllPassed')}</p>
      )}
      {found.length > 0 && (
        <>
          <Button
            variant="primary"
            className="self-start"
            disabled={open.length === 0}
            onClick={() =>
              put(
                open.map((one) => one.userId),
                true,
              )
            }
          >
            {t('resitTake', { n: open.length })}
          </Button>
          <ul aria-label={t('resitFound')} className="max-h-[52vh] overflow-y-auto scroll-slim">
            {found.map((one) => (
              <li key={one.userId} className="border-b last:border-b-0">
                <label className="num flex min-h-9 items-center gap-2.5 py-1 text-sm">
                  <Checkbox checked={have.has(one.userId)} onCheckedChange={(on) => put([one.userId], on === true)} />
                  <span className="font-medium">{one.name}</span>
                  <span className="text-muted-foreground">{one.ticketNo}</span>
                  <span className="ml-auto text-[13px] text-muted-foreground">
                    {one.why === 'failed' ? t('resitFailed', { points: one.points ?? 0 }) : t('resitAbsent')}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
