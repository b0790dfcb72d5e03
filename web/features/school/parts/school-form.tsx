import { useAtom, useAtomValue } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FieldPath, FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { schoolDraft } from '../../../../sync/contract/school.ts';
import { flowAtoms } from '../../../platform/app-flow.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { problemText } from '../../../ui/form-problems.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { type SchoolDraft, type SchoolInput, schoolInputOf, schoolKey } from '../school-queries.ts';
import { SchoolBasics } from './school-basics.tsx';
import { SchoolConfigPart } from './school-config-part.tsx';
import { SchoolPictures } from './school-pictures.tsx';

interface SchoolFormProps {
  /** Null: a new school. */
  saved: { readonly id: number; readonly version: number; readonly website: string } | null;
  initial: SchoolInput;
}

export function SchoolForm({ saved, initial }: SchoolFormProps) {
  const { t } = useTranslation('school');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<SchoolInput, unknown, SchoolDraft>({
    defaultValues: initial,
    resolver: zodResolver(schoolDraft, {
      error: (issue) => {
        // Two patterns have words of their own.
        if (issue.code === 'invalid_format' && issue.path?.[0] === 'website' && issue.input !== '') return t('websiteBad');
        if (issue.code === 'invalid_format' && issue.path?.[0] === 'siteCode') return t('siteCodeBad');
        if (issue.code === 'invalid_format') return t('required');
        return problemText(issue);
      },
    }),
  });
  const [school, setSchool] = useAtom(flowAtoms.school);
  const own = useAtomValue(sessionUserAtom)?.school_id;
  const draft = useDraft(`school.${saved?.id ?? 'new'}`, form, initial, [], saved?.version);
  const save = useMutation({
    mutationFn: ({ value, version }: { value: SchoolDraft; version: number | undefined }) =>
      saved === null || version === undefined ? call('/school/add', value) : call('/school/modify', { ...value, id: saved.id, version }),
    onSuccess: async ({ id }) => {
      draft.done();
      if (saved?.id === own) setSchool({ ...school, configUpdatedMs: Date.now() });
      await queries.invalidateQueries({ queryKey: schoolKey });
      toast.success(t(saved === null ? 'createdNow' : 'saved'));
      // A new school has nobody who could sign in yet.
      void navigate(saved === null ? `/school/assets/set-user/${id}` : '/school/index');
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries())
        form.setError(fault.path as FieldPath<SchoolInput>, { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
    },
  });
  const send = (version = draft.version) => void form.handleSubmit((value) => save.mutate({ value, version }))();
  const newest = async () => {
    const school = await call('/school/getById', { id: saved?.id ?? 0 });
    return { value: schoolInputOf(school), version: school.version };
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
              <Button onClick={() => void navigate('/school/index')}>{t('cancel')}</Button>
              <Button type="submit" variant="primary" busy={save.isPending}>
                {t(saved === null ? 'save' : 'saveChanges')}
              </Button>
            </>
          }
        />
        <DraftRestored draft={draft} />
        <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
        <div className="grid items-start gap-3.5 xl:grid-cols-[1fr_380px]">
          <div className="flex min-w-0 flex-col gap-3.5">
            <SchoolBasics savedWebsite={saved?.website ?? null} />
            <SchoolConfigPart />
          </div>
          <SchoolPictures />
        </div>
      </form>
    </FormProvider>
  );
}
