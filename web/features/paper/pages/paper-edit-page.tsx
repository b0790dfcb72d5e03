import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paperStatus, sectionType, paperDifficulty } from '../../../../sync/contract/codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { usePaperArea, toPaperFormDraft, useAssemblyPaper, type PaperFormDraft, useCategoryPaths } from '../paper-queries.ts';
import { buildTemplateSections, paperTemplates } from '../paper-templates.ts';
import { useNow } from '../../../ui/use-now.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useFormContext, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import { toast } from '../../../ui/feedback/toast.ts';
import { paperDraftSchema } from '../../../../sync/contract/papers/paper.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { createCall } from '../../../platform/forms/create-resource-calls.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { usePaperSavedFlag } from '../paper-saved-flag.ts';
import { SectionList } from '../parts/section-list.tsx';
import { countSectionQuestions, computeTotalPoints } from '../paper-figures.ts';
import { useId } from 'react';
import { NumberField, TextField, SelectField } from '../../../ui/form/form-fields.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';

/** Edits a new paper, or the sections and rules of a paper that no exam uses yet. */
export function PaperEditPage() {
  const { t } = useTranslation(['paper', 'words']);
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const { base, kinds } = usePaperArea();
  const { paperId } = useParams();
  const [params] = useSearchParams();
  const id = paperId === undefined ? null : Number(paperId);
  const paper = useAssemblyPaper(id);
  const nowMs = useNow();

  if (id === null) {
    const initial: PaperFormDraft = {
      name: t('defaultName', { date: formatDate(nowMs) }),
      kind: kinds[0],
      category: params.get('category') ?? '',
      sections: buildTemplateSections(paperTemplates.templateShort, (type) => code(`sectionType.${type}`)),
      rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 90, bank: 'school', maxShared: 0 },
    };
    return <PaperForm key="new" saved={null} initial={initial} typeFallback={sectionType.single} />;
  }
  if (paper.data === undefined)
    return (
      <LoadingState query={paper}>
        <FormSkeleton />
      </LoadingState>
    );
  if (paper.data.status === paperStatus.organised) {
    return (
      <ErrorState
        title={t('organisedNotice')}
        action={<Button onClick={() => void navigate(`${base}/paper-form/${id}`)}>{t('words:view')}</Button>}
      >
        <p>{t('organisedText')}</p>
        <p className="mt-2">
          {paper.data.plans.map((plan) => (
            <Link
              key={plan.id}
              className="mx-1.5 text-primary underline-offset-4 hover:underline"
              to={`/teacher/exam/exam-plan/item/${plan.id}`}
            >
              {plan.name}
            </Link>
          ))}
        </p>
      </ErrorState>
    );
  }
  return (
    <PaperForm
      key={id}
      saved={{ id, version: paper.data.version, drawn: paper.data.status === paperStatus.assembled }}
      initial={toPaperFormDraft(paper.data)}
      typeFallback={sectionType.single}
    />
  );
}

function FormSkeleton() {
  return (
    <div className="flex flex-col gap-3.5">
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-3.5 lg:grid-cols-[1fr_300px]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    </div>
  );
}

/** The form sets every field, so the schema's input type equals its output type. */
const wholeDraft = paperDraftSchema as unknown as z.ZodType<PaperFormDraft, PaperFormDraft>;

interface PaperFormProps {
  /** The stored paper that is edited; null for a new paper. */
  saved: { readonly id: number; readonly version: number; readonly drawn: boolean } | null;
  initial: PaperFormDraft;
  typeFallback: PaperFormDraft['sections'][number]['type'];
}

function PaperForm({ saved, initial, typeFallback }: PaperFormProps) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const navigate = useNavigate();
  const { base, kinds, shelf } = usePaperArea();
  const categoryPaths = useCategoryPaths(shelf);
  const saving = useSavedForm<PaperFormDraft>(saved, {
    name: 'paper',
    newName: `new.${kinds[0]}`,
    initial,
    resolver: zodResolver(wholeDraft, { error: formatSchemaProblem }),
    calls: { add: createCall('/paper/add'), modify: createCall('/paper/modify') },
    newest: async (id) => {
      const paper = await makeCall('/paper/getById', { id });
      return { value: toPaperFormDraft(paper), version: paper.version };
    },
    lists: '/paper',
    onSaved: ({ id }) => {
      flagSaved();
      toast.success(t('saved'));
      void navigate(`${base}/paper-form/${id}`);
    },
  });
  const { form, draft } = saving;
  const flagSaved = usePaperSavedFlag(draft.savedMs === null);
  const { errors } = form.formState;
  return (
    <FormPage
      title={t(saved === null ? 'words:paperCreate' : 'words:paperEdit')}
      saving={saving}
      back={() => navigate(-1)}
      words={{ cancel: t('ui:cancel'), save: t(saved === null ? 'save' : 'saveChanges') }}
    >
      {saved?.drawn === true && <Strip tone="kept">{t('dropWarning')}</Strip>}
      <div className="grid items-start gap-3.5 xl:grid-cols-[1fr_300px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Panel bodyClassName="px-4 py-3.5">
            <TextField control={form.control} name="name" label={t('name')} required autoFocus={saved === null} inputClassName="max-w-xl" />
            <div className="mt-3 flex flex-wrap gap-3">
              {kinds.length > 1 && (
                <SelectField
                  control={form.control}
                  name="kind"
                  label={t('kind')}
                  className="w-40"
                  choices={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                />
              )}
              <Field label={t('words:category')} hint={t('categoryHint')} error={errors.category?.message} className="w-72">
                {(control) => <CategoryInput {...control} suggestions={categoryPaths} {...form.register('category')} />}
              </Field>
            </div>
          </Panel>
          <SectionList typeFallback={typeFallback} />
        </div>
        <div className="flex flex-col gap-3.5 xl:sticky xl:top-0">
          <PaperTotals />
          <PaperRules />
        </div>
      </div>
    </FormPage>
  );
}

/** Shows the totals of the paper while its sections are edited. */
function PaperTotals() {
  const { t } = useTranslation(['paper', 'words']);
  const { control } = useFormContext<PaperFormDraft>();
  const sections = useWatch({ control, name: 'sections' });
  return (
    <FigureStrip
      figures={[
        { label: t('words:questionCount'), value: countSectionQuestions(sections) },
        { label: t('totalPoints'), value: computeTotalPoints(sections) },
        { label: t('sectionCount'), value: sections.length },
      ]}
    />
  );
}

interface RuleSwitchProps {
  control: Control<PaperFormDraft>;
  name: 'rules.shuffleQuestions' | 'rules.shuffleOptions';
  label: string;
  hint: string;
}

function RuleSwitch({ control, name, label, hint }: RuleSwitchProps) {
  const id = useId();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="flex items-start justify-between gap-3">
          <label htmlFor={id} className="text-sm">
            {label}
            <span className="block text-[13px] text-muted-foreground">{hint}</span>
          </label>
          <Switch id={id} checked={field.value} onCheckedChange={field.onChange} />
        </div>
      )}
    />
  );
}

function PaperRules() {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const { control } = useFormContext<PaperFormDraft>();
  const total = computeTotalPoints(useWatch({ control, name: 'sections' }));
  return (
    <Panel title={t('rules')} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      <NumberField
        control={control}
        name="rules.passPoints"
        label={t('pass')}
        hint={t('passHint', { total })}
        required
        min={0}
        step={0.5}
        inputClassName="w-28"
      />
      <NumberField control={control} name="rules.minutes" label={t('minutes')} required min={1} max={720} inputClassName="w-28" />
      <SelectField
        control={control}
        name="rules.bank"
        label={t('bank')}
        choices={(['school', 'certified', 'both'] as const).map((value) => ({ value, label: t(`banks.${value}`) }))}
      />
      <SelectField
        control={control}
        name="rules.difficulty"
        label={t('paperDifficulty')}
        hint={t('paperDifficultyHint')}
        fallback={String(paperDifficulty.all)}
        toValue={Number}
        choices={Object.values(paperDifficulty).map((value) => ({ value: String(value), label: code(`paperDifficulty.${value}`) }))}
      />
      <NumberField control={control} name="rules.maxShared" label={t('maxShared')} min={0} max={300} inputClassName="w-28" />
      <Controller
        control={control}
        name="rules.layout"
        render={({ field }) => (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{t('layout')}</legend>
            <RadioGroup aria-label={t('layout')} value={field.value} onValueChange={field.onChange}>
              <Radio value="one" label={t('layoutOne')} />
              <Radio value="section" label={t('layoutSection')} />
              <Radio value="paper" label={t('layoutPaper')} />
            </RadioGroup>
          </fieldset>
        )}
      />
      <RuleSwitch control={control} name="rules.shuffleQuestions" label={t('shuffleQuestions')} hint={t('shuffleQuestionsHint')} />
      <RuleSwitch control={control} name="rules.shuffleOptions" label={t('shuffleOptions')} hint={t('shuffleOptionsHint')} />
    </Panel>
  );
}
