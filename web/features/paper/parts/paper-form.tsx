import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../ui/toast.ts';
import { paperDraft } from '../../../../sync/contract/paper.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
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
import { useDraft } from '../../../ui/use-draft.ts';
import { usePaperArea } from '../paper-area.ts';
import { usePaperSavedFlag } from '../paper-saved-flag.ts';
import { draftOf, paperKey, type PaperDraft, useCategoryPaths } from '../paper-queries.ts';
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
  const queries = useQueryClient();
  const form = useForm<PaperDraft>({ defaultValues: initial, resolver: zodResolver(wholeDraft, { error: problemText }) });
  const draft = useDraft(`paper.${saved?.id ?? `new.${kinds[0]}`}`, form, initial, [], saved?.version);
  const flagSaved = usePaperSavedFlag(draft.savedMs === null);
  const save = useMutation({
    mutationFn: ({ value, version }: { value: PaperDraft; version: number | undefined }) =>
      saved === null || version === undefined ? call('/paper/add', value) : call('/paper/modify', { ...value, id: saved.id, version }),
    onSuccess: async ({ id }) => {
      draft.done();
      flagSaved();
      await queries.invalidateQueries({ queryKey: paperKey });
      toast.success(t('saved'));
      void navigate(`${base}/paper-form/${id}`);
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries())
        form.setError(fault.path as 'name', { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
    },
  });
  const { errors } = form.formState;
  const newest = async () => {
    const paper = await call('/paper/getById', { id: saved?.id ?? 0 });
    return { value: draftOf(paper), version: paper.version };
  };
  return (
    <FormProvider {...form}>
      <form
        data-saves
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit((value) => save.mutate({ value, version: draft.version }))();
        }}
      >
        <PageHeader
          title={t(saved === null ? 'create' : 'edit')}
          beside={<DraftChip draft={draft} />}
          actions={
            <>
              <Button onClick={() => void navigate(-1)}>{t('cancel')}</Button>
              <Button type="submit" variant="primary" busy={save.isPending}>
                {t(saved === null ? 'save' : 'saveChanges')}
              </Button>
            </>
          }
        />
        <DraftRestored draft={draft} />
        <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
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
