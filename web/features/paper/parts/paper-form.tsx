import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/feedback/toast.ts';
import { paperDraftSchema } from '../../../../sync/contract/papers/paper.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-page.tsx';
import { createCall } from '../../../platform/forms/create-resource-calls.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { usePaperArea } from '../paper-area.ts';
import { usePaperSavedFlag } from '../paper-saved-flag.ts';
import { toPaperFormDraft, type PaperFormDraft, useCategoryPaths } from '../paper-queries.ts';
import { PaperRules } from './paper-rules.tsx';
import { SectionList } from './section-list.tsx';
import { countSectionQuestions, computeTotalPoints } from '../paper-figures.ts';

/** The form sets every field, so the schema's input type equals its output type. */
const wholeDraft = paperDraftSchema as unknown as z.ZodType<PaperFormDraft, PaperFormDraft>;

interface PaperFormProps {
  /** Null for a new paper. */
  saved: { readonly id: number; readonly version: number; readonly drawn: boolean } | null;
  initial: PaperFormDraft;
  typeFallback: PaperFormDraft['sections'][number]['type'];
}

export function PaperForm({ saved, initial, typeFallback }: PaperFormProps) {
  const { t } = useTranslation('paper');
  const navigate = useNavigate();
  const { base, kinds, shelf } = usePaperArea();
  const known = useCategoryPaths(shelf);
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
      title={t(saved === null ? 'create' : 'edit')}
      saving={saving}
      back={() => navigate(-1)}
      words={{ cancel: t('cancel'), save: t(saved === null ? 'save' : 'saveChanges') }}
    >
      {saved?.drawn === true && <Strip tone="kept">{t('dropWarning')}</Strip>}
      <div className="grid items-start gap-3.5 xl:grid-cols-[1fr_300px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Panel bodyClassName="px-4 py-3.5">
            <Field label={t('name')} required error={errors.name?.message}>
              {(control) => <Input {...control} {...form.register('name')} autoFocus={saved === null} className="max-w-xl" />}
            </Field>
            <div className="mt-3 flex flex-wrap gap-3">
              {kinds.length > 1 && (
                <Controller
                  control={form.control}
                  name="kind"
                  render={({ field }) => (
                    <Field label={t('kind')} className="w-40">
                      {(control) => (
                        <Select
                          {...control}
                          value={field.value}
                          onChange={field.onChange}
                          choices={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                        />
                      )}
                    </Field>
                  )}
                />
              )}
              <Field label={t('category')} hint={t('categoryHint')} error={errors.category?.message} className="w-72">
                {(control) => <CategoryInput {...control} known={known} {...form.register('category')} />}
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
  const { t } = useTranslation('paper');
  const { control } = useFormContext<PaperFormDraft>();
  const sections = useWatch({ control, name: 'sections' });
  return (
    <FigureStrip
      figures={[
        { label: t('questionCount'), value: countSectionQuestions(sections) },
        { label: t('totalPoints'), value: computeTotalPoints(sections) },
        { label: t('sectionCount'), value: sections.length },
      ]}
    />
  );
}
