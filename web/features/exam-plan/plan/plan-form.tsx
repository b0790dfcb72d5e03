import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/feedback/toast.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-page.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { planFormFields, planFormSchema, toPlanDraft, type PlanFormValues, toPlanValues } from './plan-form-values.ts';
import { ExamineePicker } from '../examinees/examinee-picker.tsx';
import { PlanBasics } from './plan-basics.tsx';
import { NewPlanSteps, PlanStepsBar } from '../frame/plan-steps-bar.tsx';

interface PlanFormProps {
  /** Null for a new plan. */
  saved: { readonly id: number; readonly version: number } | null;
  initial: PlanFormValues;
  /** The plan to which a new plan is added as another part. */
  of?: { readonly id: number; readonly name: string };
}

export function PlanForm({ saved, initial, of }: PlanFormProps) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('planPart');
  useStepInView();
  const navigate = useNavigate();
  const saving = useSavedForm<PlanFormValues>(saved, {
    name: 'exam-plan',
    ...(of !== undefined && { newName: `part of ${of.id} ${initial.part}` }),
    initial,
    resolver: zodResolver(planFormSchema, { error: formatSchemaProblem }),
    calls: {
      add: (values, options) => makeCall('/exam/add', { ...toPlanDraft(values), partOf: of?.id ?? null }, options),
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
      title={of === undefined ? t(saved === null ? 'create' : 'edit') : say('partNew', { name: of.name })}
      saving={saving}
      back={() => navigate(-1)}
      words={{ cancel: t('cancel'), save: t('save') }}
    >
      {saved === null ? <NewPlanSteps /> : <PlanStepsBar planId={saved.id} at={['basics', 'rooms', 'people']} />}
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
