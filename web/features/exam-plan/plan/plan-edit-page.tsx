import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { examParts } from '../../../../sync/contract/exams/exam-part.ts';
import { getNextPlanState } from '../../../../sync/domain/exams/exam-machine.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { PlanForm } from './plan-form.tsx';
import { usePlanPaper, useExamPlan } from '../exam-plan-queries.ts';
import { createPlanValues, createPartValues, copyPlanValues, toPlanValues } from './plan-form-values.ts';
import { getPlanState } from '../board/plan-state.ts';
import { useNow } from '../../../ui/use-now.ts';

/**
 * Edits a plan that is not published, or a new one. For a new plan, `?paper=` selects the paper, `?from=` copies a plan, and `?of=` with `?part=`
 * adds a part to a plan.
 */
export function PlanEditPage() {
  const { t } = useTranslation('examPlan');
  const { planId } = useParams();
  const [params] = useSearchParams();
  const id = planId === undefined ? null : Number(planId);
  const from = Number(params.get('from') ?? 0);
  const of = Number(params.get('of') ?? 0);
  const part = examParts.find((one) => one === params.get('part')) ?? 'practical';
  const plan = useExamPlan(id ?? (from || of || null));
  const paperId = Number(params.get('paper') ?? 0);
  const paper = usePlanPaper(paperId);
  const nowMs = useNow();
  if (id === null && from === 0 && of === 0) {
    if (paperId !== 0 && paper.isPending) return <FormSkeleton />;
    return <PlanForm key="new" saved={null} initial={createPlanValues(nowMs, paper.data)} />;
  }
  if (plan.data === undefined)
    return (
      <LoadingState query={plan}>
        <FormSkeleton />
      </LoadingState>
    );
  if (id === null && of !== 0)
    return <PlanForm key={`part ${of} ${part}`} saved={null} initial={createPartValues(plan.data, part, nowMs)} of={plan.data} />;
  if (id === null) return <PlanForm key={`from ${from}`} saved={null} initial={copyPlanValues(plan.data, nowMs)} />;
  if (getNextPlanState(getPlanState(plan.data), 'change') === undefined) {
    return (
      <ErrorState
        title={t('published')}
        action={
          <Button asChild>
            <Link to={`/teacher/exam/exam-plan/item/${id}`}>{t('view')}</Link>
          </Button>
        }
      />
    );
  }
  return <PlanForm key={id} saved={{ id, version: plan.data.version }} initial={toPlanValues(plan.data)} />;
}

function FormSkeleton() {
  return (
    <div className="flex flex-col gap-3.5">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  );
}
