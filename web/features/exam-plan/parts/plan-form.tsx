import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/toast.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
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
  const queries = useQueryClient();
  const form = useForm<PlanFormValues>({ defaultValues: initial, resolver: zodResolver(planFormSchema, { error: problemText }) });
  const draft = useDraft(`exam-plan.${saved?.id ?? 'new'}`, form, initial, [], saved?.version);
  const save = useMutation({
    mutationFn: ({ values, version }: { values: PlanFormValues; version: number | undefined }) =>
      saved === null || version === undefined
        ? call('/exam/add', toPlanDraft(values))
        : call('/exam/modify', { ...toPlanDraft(values), id: saved.id, version }),
    onSuccess: async ({ id }) => {
      draft.done();
      await queries.invalidateQueries({ queryKey: planKey });
      toast.success(t('saved'));
      void navigate(`/teacher/exam/exam-plan/item/${id}`);
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const { path, message } of failure.fields) {
        const [head = ''] = path.split('.');
        form.setError(formFieldOf[head] ?? (head as keyof PlanFormValues), { type: 'server', message });
      }
    },
  });
  const send = (version = draft.version) => void form.handleSubmit((values) => save.mutate({ values, version }))();
  const newest = async () => {
    const plan = await call('/exam/getById', { id: saved?.id ?? 0 });
    return { value: valuesOfPlan(plan), version: plan.version };
  };
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
              <Button type="submit" variant="primary" busy={save.isPending}>
                {t('save')}
              </Button>
            </>
          }
        />
        <DraftRestored draft={draft} />
        <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
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
