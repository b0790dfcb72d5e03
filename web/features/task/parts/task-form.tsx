import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import type { SetKind } from '../../../../sync/machines/attempt-kinds.ts';
import { attemptRules } from '../../../../sync/machines/attempt-kinds.ts';
import { useInvalidate } from '../../../platform/call-query.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { Field } from '../../../ui/field.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { Input } from '../../../ui/input.tsx';
import { MultiSelect } from '../../../ui/multi-select.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { taskFormFieldOf, taskFormSchema, type TaskFormValues, toTaskDraft, toTaskRules, valuesOfTask } from '../task-form-values.ts';
import { areaOf, useSetClasses, useSetPapers, useSetStudents } from '../task-queries.ts';

import { PaperField, WordsFields } from './task-content-fields.tsx';

interface TaskFormProps {
  kind: SetKind;
  /** Null: something new is set. */
  saved: { readonly id: number; readonly version: number; readonly paperName: string; readonly begun: number } | null;
  initial: TaskFormValues;
  /** The task that this is a copy of. */
  from?: number | null;
}

/** Setting a paper for classes and persons, or changing the times and rules of what is set. */
export function TaskForm({ kind, saved, initial, from = null }: TaskFormProps) {
  const { t } = useTranslation('task');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const papers = useSetPapers(kind);
  const classes = useSetClasses();
  const students = useSetStudents();
  const form = useForm<TaskFormValues>({ defaultValues: initial, resolver: zodResolver(taskFormSchema, { error: problemText }) });
  const { register, control, formState } = form;
  const draft = useDraft(`task.${kind}.${saved?.id ?? (from === null ? 'new' : `from.${from}`)}`, form, initial, [], saved?.version);
  const save = useAction({
    mutationFn: async ({ values, version }: { values: TaskFormValues; version: number | undefined }) => {
      if (saved !== null && version !== undefined)
        return { ...(await call('/task/modify', { ...toTaskRules(values), id: saved.id, version })), students: null };
      return call('/task/add', toTaskDraft(values, kind));
    },
    onSuccess: async ({ id, students: count }) => {
      draft.done();
      await invalidate('/task');
      toast.success(count === null ? t('saved') : t('wasSet', { count }));
      void navigate(`${areaOf(kind)}/score/${id}`);
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const { path, message } of failure.fields) {
        const [head = ''] = path.split('.');
        form.setError(taskFormFieldOf[head] ?? (head as keyof TaskFormValues), { type: 'server', message });
      }
    },
  });
  const newest = async () => {
    const task = await call('/task/getById', { id: saved?.id ?? 0 });
    return { value: valuesOfTask(task), version: task.version };
  };
  const rules = attemptRules[kind];
  const lateRule = useWatch({ control, name: 'lateRule' });
  const isPaper = useWatch({ control, name: 'isPaper' });
  const problem = (name: keyof TaskFormValues) => formState.errors[name]?.message;
  const number = (name: 'lateDays' | 'latePercent' | 'tries' | 'minutes', label: string) => (
    <Field label={label} required error={problem(name)}>
      {(field) => <Input {...field} type="number" inputMode="numeric" className="num" {...register(name, { valueAsNumber: true })} />}
    </Field>
  );
  return (
    <form
      data-saves
      noValidate
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit((values) => save.mutate({ values, version: draft.version }))();
      }}
    >
      <PageHeader
        title={saved === null ? t(kind === 'homework' ? 'set' : 'setTest') : initial.name}
        beside={<DraftChip draft={draft} />}
        actions={
          <>
            <Button onClick={() => void navigate(-1)}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t(saved === null ? 'doSet' : 'save')}
            </Button>
          </>
        }
      />
      <DraftRestored draft={draft} />
      {saved !== null && <Strip tone="neutral">{saved.begun === 0 ? t('notOpened') : t('openAlready', { count: saved.begun })}</Strip>}
      <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t(kind === 'homework' ? 'whatIsSet' : 'paper')} bodyClassName="flex flex-col gap-4 p-4">
          <Field label={t('name')} required error={problem('name')}>
            {(field) => <Input {...field} maxLength={200} placeholder={t('namePlaceholder')} {...register('name')} />}
          </Field>
          {kind === 'homework' && saved === null && (
            <Controller
              control={control}
              name="isPaper"
              render={({ field: { value, onChange } }) => (
                <RadioGroup
                  aria-label={t('whatIsSet')}
                  className="grid gap-2.5 sm:grid-cols-2"
                  value={value ? 'paper' : 'words'}
                  onValueChange={(next) => onChange(next === 'paper')}
                >
                  <Radio value="paper" label={t('paper')} hint={t('paperHint')} />
                  <Radio value="words" label={t('inWords')} hint={t('inWordsHint')} />
                </RadioGroup>
              )}
            />
          )}
          {isPaper && <PaperField form={form} papers={papers.data} saved={saved} />}
          {!isPaper && <WordsFields form={form} locked={saved !== null} />}
          <Field label={t('notice')} hint={t('noticeHint')} error={problem('notice')}>
            {(field) => <Textarea {...field} rows={5} maxLength={4000} {...register('notice')} />}
          </Field>
        </Panel>
        <div className="flex min-w-0 flex-col gap-3.5">
          {saved === null && (
            <Panel title={t('forWhom')} bodyClassName="flex flex-col gap-4 p-4">
              <Field label={t('classes')} error={problem('classIds')} hint={t('classesAtSet')}>
                {(field) => (
                  <Controller
                    control={control}
                    name="classIds"
                    render={({ field: { value, onChange } }) => (
                      <MultiSelect
                        id={field.id}
                        aria-describedby={field['aria-describedby']}
                        values={value}
                        onChange={onChange}
                        none={t('chooseClasses')}
                        choices={(classes.data ?? []).map((each) => ({
                          value: String(each.id),
                          label: each.name,
                          note: each.user_ids.length,
                        }))}
                      />
                    )}
                  />
                )}
              </Field>
              <Field label={t('students')} error={problem('userIds')}>
                {(field) => (
                  <Controller
                    control={control}
                    name="userIds"
                    render={({ field: { value, onChange } }) => (
                      <MultiSelect
                        id={field.id}
                        values={value}
                        onChange={onChange}
                        none={t('chooseStudents')}
                        choices={(students.data ?? []).map((each) => ({ value: String(each.id), label: each.name, note: each.login_name }))}
                      />
                    )}
                  />
                )}
              </Field>
            </Panel>
          )}
          <Panel title={t('rulesTitle')} bodyClassName="grid gap-4 p-4 sm:grid-cols-2">
            <Field label={t('start')} required error={problem('start')}>
              {(field) => (
                <Controller
                  control={control}
                  name="start"
                  render={({ field: { value, onChange } }) => (
                    <DateTimeField {...field} value={value} onChange={onChange} disabled={saved !== null} />
                  )}
                />
              )}
            </Field>
            <Field label={t('due')} required error={problem('due')}>
              {(field) => (
                <Controller
                  control={control}
                  name="due"
                  render={({ field: { value, onChange } }) => (
                    <DateTimeField {...field} value={value} onChange={onChange} defaultTime="22:00" />
                  )}
                />
              )}
            </Field>
            {rules.late.length > 1 && (
              <Field label={t('lateRule')} error={problem('lateRule')}>
                {(field) => (
                  <Controller
                    control={control}
                    name="lateRule"
                    render={({ field: { value, onChange } }) => (
                      <Select
                        {...field}
                        value={value}
                        onChange={onChange}
                        choices={rules.late.map((rule) => ({ value: rule, label: t(`lateRule${rule}`) }))}
                      />
                    )}
                  />
                )}
              </Field>
            )}
            {lateRule !== 'refused' && number('lateDays', t('lateDays'))}
            {lateRule === 'shareOff' && number('latePercent', t('latePercent'))}
            <Field label={t('analysisRule')} error={problem('analysisRule')}>
              {(field) => (
                <Controller
                  control={control}
                  name="analysisRule"
                  render={({ field: { value, onChange } }) => (
                    <Select
                      {...field}
                      value={value}
                      onChange={onChange}
                      choices={rules.analysis.map((rule) => ({ value: rule, label: t(`analysis${rule}`) }))}
                    />
                  )}
                />
              )}
            </Field>
            {kind === 'test' && saved === null && number('minutes', t('minutesField'))}
            {kind === 'test' && saved === null && number('tries', t('tries'))}
          </Panel>
        </div>
      </div>
    </form>
  );
}
