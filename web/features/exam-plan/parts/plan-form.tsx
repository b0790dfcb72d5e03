import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/toast.ts';
import { call } from '../../../platform/call.ts';
import { FormPage } from '../../../platform/form-page.tsx';
import { useSavedForm } from '../../../platform/use-saved-form.ts';
import { problemText } from '../../../ui/form-problems.ts';
import { formFieldOf, planFormSchema, toPlanDraft, type PlanFormValues, valuesOfPlan } from '../plan-form-values.ts';
import { ExamineePicker } from './examinee-picker.tsx';
import { PlanBasics } from './plan-basics.tsx';
import { NewPlanSteps, PlanStepsBar } from './plan-steps-bar.tsx';

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
    resolver: zodResolver(planFormSchema, { error: problemText }),
    calls: {
      add: (values, options) => call('/exam/add', { ...toPlanDraft(values), partOf: of?.id ?? null }, options),
      modify: ({ id, version, ...values }, options) => call('/exam/modify', { ...toPlanDraft(values), id, version }, options),
    },
    newest: async (id) => {
      const plan = await call('/exam/getById', { id });
      return { value: valuesOfPlan(plan), version: plan.version };
    },
    lists: '/exam',
    fieldOf: formFieldOf,
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
