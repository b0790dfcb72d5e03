import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useParams, useSearchParams, useNavigate } from 'react-router-dom';
import { type AssignmentStudent, heldQuestionsRefusal } from '../../../../sync/contract/learning/assignment.ts';
import { type AssignedKind, attemptRules } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import {
  copyAssignmentValues,
  createAssignmentValues,
  toAssignmentValues,
  assignmentFormFields,
  assignmentFormSchema,
  type AssignmentFormValues,
  toAssignmentDraft,
  toAssignmentRules,
} from '../assignment-form-values.ts';
import { useAssignment, getAssignmentBasePath, studentOptionSource, createPaperOptions } from '../assignment-queries.ts';
import { useNow } from '../../../ui/use-now.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { OptionsPicker, OptionPicker } from '../../../platform/api/option-picker.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { attachmentLimits } from '../../../../sync/engine/ops/attachment.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { SelectField } from '../../../ui/form/form-fields.tsx';
import { useExamClasses } from '../../../platform/choices/entity-choices.tsx';

const countBegun = (students: readonly Pick<AssignmentStudent, 'enteredMs'>[]): number =>
  students.filter(({ enteredMs }) => enteredMs !== null).length;

function TaskEdit({ kind }: { kind: AssignedKind }) {
  const { i18n } = useTranslation('assignment');
  const text = useParams()['planId'];
  const id = text === undefined ? null : Number(text);
  // `?from=` names an assignment to copy, without its classes and students.
  const from = Number(useSearchParams()[0].get('from')) || null;
  const task = useAssignment(id ?? from);
  const nowMs = useNow();
  if (id === null && from === null)
    return <AssignmentForm key={i18n.language} kind={kind} saved={null} initial={createAssignmentValues(kind, nowMs)} />;
  if (task.data === undefined) return <LoadingState query={task} className="h-96 rounded-xl" />;
  return (
    <AssignmentForm
      key={id ?? `from/${from}`}
      kind={kind}
      from={from}
      saved={id === null ? null : { id, version: task.data.version, paperName: task.data.paperName, begun: countBegun(task.data.students) }}
      initial={id === null ? copyAssignmentValues(task.data, nowMs) : toAssignmentValues(task.data)}
    />
  );
}

export const HomeworkEditPage = () => <TaskEdit kind="homework" />;
export const TestEditPage = () => <TaskEdit kind="test" />;

interface AssignmentFormProps {
  kind: AssignedKind;
  /** The stored assignment that the form changes; null for a new one. */
  saved: { readonly id: number; readonly version: number; readonly paperName: string; readonly begun: number } | null;
  initial: AssignmentFormValues;
  /** Id of the assignment that is copied. */
  from?: number | null;
}

/** Sets a new assignment for classes and students, or changes times and rules of an existing one. */
export function AssignmentForm({ kind, saved, initial, from = null }: AssignmentFormProps) {
  const { t } = useTranslation(['assignment', 'ui', 'words']);
  const navigate = useNavigate();
  const classes = useExamClasses();
  const saving = useSavedForm<AssignmentFormValues, AssignmentFormValues, { id: number; version: number; students: number | null }>(saved, {
    name: `task.${kind}`,
    newName: from === null ? 'new' : `from.${from}`,
    initial,
    resolver: zodResolver(assignmentFormSchema, { error: formatSchemaProblem }),
    calls: {
      add: (values, options) => makeCall('/task/add', toAssignmentDraft(values, kind), options),
      modify: async ({ id, version, ...values }, options) => ({
        ...(await makeCall('/task/modify', { ...toAssignmentRules(values), id, version }, options)),
        students: null,
      }),
    },
    newest: async (id) => {
      const task = await makeCall('/task/getById', { id });
      return { value: toAssignmentValues(task), version: task.version };
    },
    lists: '/task',
    fieldOf: assignmentFormFields,
    onSaved: ({ id, students }) => {
      toast.success(students === null ? t('words:saved') : t('wasSet', { count: students }));
      void navigate(`${getAssignmentBasePath(kind)}/score/${id}`);
    },
  });
  const { form } = saving;
  const { register, control, formState } = form;
  const rules = attemptRules[kind];
  const lateRule = useWatch({ control, name: 'lateRule' });
  const isPaper = useWatch({ control, name: 'isPaper' });
  const getProblem = (name: keyof AssignmentFormValues) => formState.errors[name]?.message;
  const renderNumberField = (name: 'lateDays' | 'latePercent' | 'tries' | 'minutes', label: string) => (
    <Field label={label} required error={getProblem(name)}>
      {(field) => <Input {...field} type="number" inputMode="numeric" className="num" {...register(name, { valueAsNumber: true })} />}
    </Field>
  );
  return (
    <FormPage
      title={saved === null ? t(kind === 'homework' ? 'words:taskCreate' : 'setTest') : initial.name}
      saving={saving}
      back={() => navigate(-1)}
      words={{ cancel: t('ui:cancel'), save: t(saved !== null ? 'words:save' : kind === 'homework' ? 'doSet' : 'setTest') }}
    >
      <HeldQuestionList error={saving.error} kind={kind} />
      {saved !== null && <Strip tone="neutral">{saved.begun === 0 ? t('notOpened') : t('openAlready', { count: saved.begun })}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t(kind === 'homework' ? 'whatIsSet' : 'words:paper')} bodyClassName="flex flex-col gap-4 p-4">
          <Field label={t('name')} required error={getProblem('name')}>
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
                  <Radio value="paper" label={t('words:paper')} hint={t('paperHint')} />
                  <Radio value="words" label={t('inWords')} hint={t('inWordsHint')} />
                </RadioGroup>
              )}
            />
          )}
          {isPaper && <PaperField form={form} kind={kind} saved={saved} />}
          {!isPaper && <AssignmentTextFields form={form} locked={saved !== null} />}
          <Field label={t('notice')} hint={t('noticeHint')} error={getProblem('notice')}>
            {(field) => <Textarea {...field} rows={5} maxLength={4000} {...register('notice')} />}
          </Field>
        </Panel>
        <div className="flex min-w-0 flex-col gap-3.5">
          {saved === null && <RecipientPanel form={form} classes={classes.data ?? []} />}
          <Panel title={t('rulesTitle')} bodyClassName="grid gap-4 p-4 sm:grid-cols-2">
            <Field label={t('start')} required error={getProblem('start')}>
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
            <Field label={t('due')} required error={getProblem('due')}>
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
            {rules.lateRules.length > 1 && (
              <SelectField
                control={control}
                name="lateRule"
                label={t('lateRule')}
                choices={rules.lateRules.map((rule) => ({ value: rule, label: t(`lateRule${rule}`) }))}
              />
            )}
            {lateRule !== 'refused' && renderNumberField('lateDays', t('lateDays'))}
            {lateRule === 'shareOff' && renderNumberField('latePercent', t('latePercent'))}
            <SelectField
              control={control}
              name="analysisRule"
              label={t('analysisRule')}
              choices={rules.analysis.map((rule) => ({ value: rule, label: t(`analysis${rule}`) }))}
            />
            {kind === 'test' && saved === null && renderNumberField('minutes', t('minutesField'))}
            {kind === 'test' && saved === null && renderNumberField('tries', t('tries'))}
          </Panel>
        </div>
      </div>
    </FormPage>
  );
}

/**
 * Lists the questions of a paper that exams with unreleased scores use, because of which the server refused the assignment. Each has a link
 * to replace it in the paper.
 */
function HeldQuestionList({ error, kind }: { error: Error | null; kind: AssignedKind }) {
  const { t } = useTranslation(['assignment', 'words']);
  const parsed = error instanceof CallFailure ? heldQuestionsRefusal.safeParse(error.data) : undefined;
  if (parsed?.success !== true) return null;
  const { paperId, count, items } = parsed.data;
  const several = items.some(({ variant }) => variant !== 'A');
  return (
    <Panel title={t('heldTitle', { count })} bodyClassName="flex flex-col px-4 py-1">
      <ul className="divide-y text-sm">
        {items.map(({ questionId, variant, number, stem, exams }) => (
          <li key={questionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="num shrink-0 text-muted-foreground">{t(several ? 'heldPlace' : 'heldNumber', { variant, number })}</span>
            <span className="min-w-0 grow">
              {stem}
              <span className="block text-[13px] text-muted-foreground">
                {exams.length === 0 ? t('heldByOthers') : t('heldBy', { exams: joinWords(exams) })}
              </span>
            </span>
            <LinkButton size="sm" to={`/teacher/${kind}/paper-form/${paperId}?question=${questionId}`}>
              {t('heldSwap')}
            </LinkButton>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <p className="pt-1 pb-2 text-[13px] text-muted-foreground">{t('heldMore', { count: count - items.length })}</p>
      )}
      <p className="border-t py-2 text-[13px] text-muted-foreground">{t('heldHelp')}</p>
    </Panel>
  );
}

type Form = UseFormReturn<AssignmentFormValues>;

interface RecipientPanelProps {
  form: Form;
  classes: NonNullable<ReturnType<typeof useExamClasses>['data']>;
}

/** Selects the classes and the single students that the assignment is set for. */
function RecipientPanel({ form: { control, formState }, classes }: RecipientPanelProps) {
  const { t } = useTranslation(['assignment', 'words']);
  return (
    <Panel title={t('forWhom')} bodyClassName="flex flex-col gap-4 p-4">
      <Field label={t('words:classes')} error={formState.errors.classIds?.message} hint={t('classesAtSet')}>
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
                choices={classes.map((each) => ({
                  value: String(each.id),
                  label: each.name,
                  note: each.user_ids.length,
                }))}
              />
            )}
          />
        )}
      </Field>
      <Field label={t('words:students')} error={formState.errors.userIds?.message}>
        {(field) => (
          <Controller
            control={control}
            name="userIds"
            render={({ field: { value, onChange } }) => (
              <OptionsPicker
                {...field}
                source={studentOptionSource}
                placeholder={t('chooseStudents')}
                values={value.map(Number)}
                onChange={(ids) => onChange(ids.map(String))}
              />
            )}
          />
        )}
      </Field>
    </Panel>
  );
}

interface PaperFieldProps {
  form: Form;
  kind: AssignedKind;
  /** Null for a new assignment; the paper of a saved one cannot be changed. */
  saved: { readonly paperName: string } | null;
}

function PaperField({ form, kind, saved }: PaperFieldProps) {
  const { t } = useTranslation(['assignment', 'words']);
  const papers = useCall('/paper/getList', { pageSize: 1, filter: { kinds: [kind], assembled: true } }, { enabled: saved === null });
  return (
    <Field
      label={t('words:paper')}
      required
      error={form.formState.errors.paperId?.message}
      hint={saved === null && papers.data?.total === 0 ? t('noPapers') : undefined}
    >
      {(field) =>
        saved === null ? (
          <Controller
            control={form.control}
            name="paperId"
            render={({ field: { value, onChange } }) => (
              <OptionPicker
                {...field}
                source={createPaperOptions(kind)}
                placeholder={t('choosePaper')}
                value={value === 0 ? null : value}
                onChange={(id) => onChange(id ?? 0)}
              />
            )}
          />
        ) : (
          <Input {...field} value={`${saved.paperName} · ${t('paperLocked')}`} disabled readOnly />
        )
      }
    </Field>
  );
}

/** Edits an assignment without a paper: instructions, points, and the number of requested files. `locked`: these cannot be changed any more. */
function AssignmentTextFields({ form, locked }: { form: Form; locked: boolean }) {
  const { t } = useTranslation('assignment');
  const { control, register, formState, getValues } = form;
  const renderNumberField = (name: 'points' | 'files', label: string, hint?: string) => (
    <Field label={label} required error={formState.errors[name]?.message} hint={hint}>
      {(field) => (
        <Input
          {...field}
          type="number"
          inputMode="decimal"
          className="num"
          step={name === 'points' ? 0.5 : 1}
          disabled={locked}
          {...register(name, { valueAsNumber: true })}
        />
      )}
    </Field>
  );
  return (
    <>
      {locked ? (
        <div className="rounded-lg border bg-muted px-4 py-3">
          <RichText html={getValues('words')} />
          <p className="mt-2 text-[13px] text-muted-foreground">{t('wordsLocked')}</p>
        </div>
      ) : (
        <Field label={t('words')} required error={formState.errors.words?.message}>
          {(field) => (
            <Controller
              control={control}
              name="words"
              render={({ field: { value, onChange } }) => (
                <RichTextEditor
                  {...field}
                  value={value}
                  onChange={onChange}
                  label={t('words')}
                  placeholder={t('wordsPlaceholder')}
                  upload={uploadFile}
                />
              )}
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {renderNumberField('points', t('wordsPoints'))}
        {renderNumberField('files', t('wordsFiles'), t('wordsFilesHint', { size: formatBytes(attachmentLimits.fileBytes) }))}
      </div>
    </>
  );
}
