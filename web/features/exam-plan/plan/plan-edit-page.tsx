import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams, useLocation, useNavigate } from 'react-router-dom';
import { examParts } from '../../../../sync/contract/exams/exam-part.ts';
import { getNextPlanState } from '../../../../sync/domain/exams/exam-machine.ts';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { usePlanPaper, useExamPlan, getPlanState } from '../exam-plan-queries.ts';
import {
  createPlanValues,
  createPartValues,
  copyPlanValues,
  toPlanValues,
  planFormFields,
  planFormSchema,
  toPlanDraft,
  type PlanFormValues,
} from './plan-form-values.ts';
import { useNow } from '../../../ui/use-now.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { toast } from '../../../ui/feedback/toast.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { ExamineePicker } from './examinee-picker.tsx';
import { PlanBasics } from './plan-basics.tsx';
import { NewPlanSteps, PlanStepsBar } from '../frame/plan-steps-bar.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/**
 * Edits a plan that is not published, or a new one. For a new plan, `?paper=` selects the paper and `?from=` copies a plan; `?of=` with `?part=`
 * makes a plan for another part (such as practical) of the same exam.
 */
export function PlanEditPage() {
  const { t } = useTranslation(['examPlan', 'words']);
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
    return <PlanForm key={`part ${of} ${part}`} saved={null} initial={createPartValues(plan.data, part, nowMs)} firstPart={plan.data} />;
  if (id === null) return <PlanForm key={`from ${from}`} saved={null} initial={copyPlanValues(plan.data, nowMs)} />;
  if (getNextPlanState(getPlanState(plan.data), 'change') === undefined) {
    return (
      <ErrorState title={t('published')} action={<LinkButton to={`/teacher/exam/exam-plan/item/${id}`}>{t('words:view')}</LinkButton>} />
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

interface PlanFormProps {
  /** The stored plan that is edited; null for a new plan. */
  saved: { readonly id: number; readonly version: number } | null;
  initial: PlanFormValues;
  /** The plan of the exam to which this new plan adds another part, such as the practical part. */
  firstPart?: { readonly id: number; readonly name: string };
}

function PlanForm({ saved, initial, firstPart }: PlanFormProps) {
  const { t } = useTranslation(['examPlan', 'ui', 'words']);
  const { t: say } = useTranslation('planPart');
  useStepInView();
  const navigate = useNavigate();
  const saving = useSavedForm<PlanFormValues>(saved, {
    name: 'exam-plan',
    ...(firstPart !== undefined && { newName: `part of ${firstPart.id} ${initial.part}` }),
    initial,
    resolver: zodResolver(planFormSchema, { error: formatSchemaProblem }),
    calls: {
      add: (values, options) => makeCall('/exam/add', { ...toPlanDraft(values), partOf: firstPart?.id ?? null }, options),
      modify: ({ id, version, ...values }, options) => makeCall('/exam/modify', { ...toPlanDraft(values), id, version }, options),
    },
    newest: async (id) => {
      const plan = await makeCall('/exam/getById', { id });
      return { value: toPlanValues(plan), version: plan.version };
    },
    lists: '/exam',
    fieldOf: planFormFields,
    onSaved: ({ id }) => {
      toast.success(t('saved'));
      void navigate(`/teacher/exam/exam-plan/item/${id}`);
    },
  });
  return (
    <FormPage
      title={firstPart === undefined ? t(saved === null ? 'words:planCreate' : 'words:planEdit') : say('partNew', { name: firstPart.name })}
      saving={saving}
      back={() => navigate(-1)}
      words={{ cancel: t('ui:cancel'), save: t('words:save') }}
    >
      {saved === null ? <NewPlanSteps /> : <PlanStepsBar planId={saved.id} currentSteps={['basics', 'rooms', 'people']} />}
      <PlanBasics />
      <Controller
        control={saving.form.control}
        name="examineeIds"
        render={({ field, fieldState }) => (
          <ExamineePicker chosen={field.value} onChange={field.onChange} problem={fieldState.error?.message} />
        )}
      />
    </FormPage>
  );
}

/** Scrolls to the step that the URL's hash names. */
function useStepInView(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [hash]);
}
