import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/toast.ts';
import { paperDraft } from '../../../../sync/contract/paper.ts';
import { call } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { callOf } from '../../../platform/thing-desk.ts';
import { useSavedForm } from '../../../platform/use-saved-form.ts';
import { Button } from '../../../ui/button.tsx';
import { CategoryInput } from '../../../ui/category-input.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { Field } from '../../../ui/field.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { Input } from '../../../ui/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { usePaperArea } from '../paper-area.ts';
import { usePaperSavedFlag } from '../paper-saved-flag.ts';
import { draftOf, type PaperDraft, useCategoryPaths } from '../paper-queries.ts';
import { PaperRules } from './paper-rules.tsx';
import { PaperTotals } from './paper-totals.tsx';
import { SectionList } from './section-list.tsx';

/** The form always has every field: none is left to its default. */
const wholeDraft = paperDraft as unknown as z.ZodType<PaperDraft, PaperDraft>;

interface PaperFormProps {
  /** Null: a new paper. */
  saved: { readonly id: number; readonly version: number; readonly drawn: boolean } | null;
  initial: PaperDraft;
  typeFallback: PaperDraft['sections'][number]['type'];
}

export function PaperForm({ saved, initial, typeFallback }: PaperFormProps) {
  const { t } = useTranslation('paper');
  const navigate = useNavigate();
  const { base, kinds, shelf } = usePaperArea();
  const known = useCategoryPaths(shelf);
  const saving = useSavedForm<PaperDraft>(saved, {
    name: 'paper',
    newName: `new.${kinds[0]}`,
    initial,
    resolver: zodResolver(wholeDraft, { error: problemText }),
    calls: { add: callOf('/paper/add'), modify: callOf('/paper/modify') },
    newest: async (id) => {
      const paper = await call('/paper/getById', { id });
      return { value: draftOf(paper), version: paper.version };
    },
    lists: 'paper',
    onSaved: ({ id }) => {
      flagSaved();
      toast.success(t('saved'));
      void navigate(`${base}/paper-form/${id}`);
    },
  });
  const { form, draft, busy, error, reset, send, discard, newest } = saving;
  const flagSaved = usePaperSavedFlag(draft.savedMs === null);
  const { errors } = form.formState;
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
                {t(saved === null ? 'save' : 'saveChanges')}
              </Button>
            </>
          }
        />
        <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard }} />
        <FormFailure error={error} ways={{ draft, newest, reset }} />
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
      </form>
    </FormProvider>
  );
}
