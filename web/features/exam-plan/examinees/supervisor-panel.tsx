import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { StaffChoice } from '../../../platform/choices/staff-choice.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DutyRow } from './duty-row.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import type { PlanSeatingView } from '../seating/seating-queries.ts';

/** Appoints the internal supervisors of a plan, and shows their reports. */
export function SupervisorPanel({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const set = useAction({
    mutationFn: ({ userId, on }: { userId: number; on: boolean }) => makeCall('/exam/setSupervisor', { planId: seating.id, userId, on }),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  return (
    <Panel title={t('supervisors')} bodyClassName="flex flex-col gap-2.5 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('supervisorsText')}</p>
      <ul className="flex flex-col">
        {seating.supervisors.map((one) => (
          <li key={one.id} className="border-b py-1.5 last:border-b-0">
            <DutyRow
              name={one.name}
              confirmedMs={one.confirmedMs}
              dropLabel={t('supervisorDrop', { name: one.name })}
              onDrop={mayChange ? () => set.mutate({ userId: one.id, on: false }) : undefined}
            />
            {one.otherDuty !== null && <Strip tone="kept">{t(`supervisor_${one.otherDuty}`)}</Strip>}
            {one.report !== null && (
              <div className="flex flex-col gap-1 text-sm">
                <p className="num font-medium">
                  {t(`report_${one.report.conclusion}`)}{' '}
                  {one.reportedMs !== null && <span className="font-normal text-muted-foreground">{formatDateTime(one.reportedMs)}</span>}
                </p>
                <p className="whitespace-pre-wrap">{one.report.observed}</p>
                {one.report.advice !== '' && <p className="whitespace-pre-wrap">{t('reportAdvice', { text: one.report.advice })}</p>}
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <StaffChoice
          duty="invigilator"
          aria-label={t('supervisorAdd')}
          placeholder={t('supervisorAdd')}
          value={null}
          without={seating.supervisors.map((one) => one.id)}
          onChange={(userId) => userId !== null && set.mutate({ userId, on: true })}
        />
      )}
    </Panel>
  );
}
