import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/toast.ts';
import { call } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { useSavedForm } from '../../../platform/use-saved-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { planKey } from '../exam-plan-queries.ts';
import { formFieldOf, planFormSchema, toPlanDraft, type PlanFormValues, valuesOfPlan } from '../plan-form-values.ts';
import { ExamineePicker } from './examinee-picker.tsx';
import { PlanBasics } from './plan-basics.tsx';

interface PlanFormProps {
  /** Null: a new plan. */
  saved: { readonly id: number; readonly version: number } | null;
  initial: PlanFormValues;
}

export function PlanForm({ saved, initial }: PlanFormProps) {
  const { t } = useTranslation('examPlan');
  const navigate = useNavigate();
  const { form, draft, busy, error, reset, send, discard, newest } = useSavedForm<PlanFormValues>(saved, {
    name: 'exam-plan',
    initial,
    resolver: zodResolver(planFormSchema, { error: problemText }),
    calls: {
      add: (values, options) => call('/exam/add', toPlanDraft(values), options),
      modify: ({ id, version, ...values }, options) => call('/exam/modify', { ...toPlanDraft(values), id, version }, options),
    },
    newest: async (id) => {
      const plan = await call('/exam/getById', { id });
      return { value: valuesOfPlan(plan), version: plan.version };
    },
    lists: planKey[0],
    fieldOf: formFieldOf,
    onSaved: ({ id }) => {
      toast.success(t('saved'));
      void navigate(`/teacher/exam/exam-plan/item/${id}`);
    },
  });
  return (
    <FormProvider {...form}>
      <form
        data-saves
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <PageHeader
          title={t(saved === null ? 'create' : 'edit')}
          beside={<DraftChip draft={draft} />}
          actions={
            <>
              <Button onClick={() => void navigate(-1)}>{t('cancel')}</Button>
              <Button type="submit" variant="primary" busy={busy}>
                {t('save')}
              </Button>
            </>
          }
        />
        <DraftRestored draft={{ ...draft, discard }} />
        <FormFailure error={error} ways={{ draft, newest, reset }} />
        <div className="grid items-start gap-3.5 xl:grid-cols-[400px_minmax(0,1fr)]">
          <PlanBasics />
          <Controller
            control={form.control}
            name="examineeIds"
            render={({ field, fieldState }) => (
              <ExamineePicker chosen={field.value} onChange={field.onChange} problem={fieldState.error?.message} />
            )}
          />
        </div>
      </form>
    </FormProvider>
  );
}
