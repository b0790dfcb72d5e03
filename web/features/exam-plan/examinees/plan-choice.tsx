import { type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams } from 'react-router-dom';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { createPlanOptions } from '../exam-plan-queries.ts';
import { useSeating, type PlanSeatingView } from '../seating-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const allPlans = createPlanOptions({});

/** Frame of a page about one plan's people. The plan is part of the URL; the default is the newest. */
export function PlanChoice({ title, children }: { title?: string; children: (seating: PlanSeatingView) => ReactNode }) {
  const { t } = useTranslation('seating');
  const [params, setParams] = useSearchParams();
  const plans = useListQuery('/exam/getList', { pageSize: 1, sort: '-startMs' });
  const planParam = Number(params.get('plan') ?? 0);
  const planId = planParam > 0 ? planParam : (plans.data?.items[0]?.id ?? null);
  const seating = useSeating(planId);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={title}
        actions={
          planId !== null && (
            <div className="w-80 max-w-full">
              <OptionPicker
                aria-label={t('choosePlan')}
                source={allPlans}
                value={planId}
                onChange={(id) => setParams(id === null ? {} : { plan: String(id) }, { replace: true })}
              />
            </div>
          )
        }
      />
      {plans.error !== null && plans.data === undefined && <QueryFailure error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data?.items.length === 0 && (
        <EmptyState
          title={t('noPlans')}
          action={
            <LinkButton variant="primary" to="/teacher/exam/exam-plan">
              {t('toPlans')}
            </LinkButton>
          }
        >
          {t('noPlansText')}
        </EmptyState>
      )}
      {seating.error !== null && seating.data === undefined && (
        <QueryFailure error={seating.error} onRetry={() => void seating.refetch()} />
      )}
      {(plans.data === undefined ? plans.error === null : planId !== null && seating.data === undefined && seating.error === null) && (
        <Skeleton className="h-96 rounded-xl" />
      )}
      {seating.data !== undefined && children(seating.data)}
    </div>
  );
}
