import { useAtom, useAtomValue } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { schoolDraft } from '../../../../sync/contract/people/school.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-page.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { createCall } from '../../../platform/forms/create-resource-calls.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type SchoolDraft, type SchoolInput, toSchoolInput } from '../school-queries.ts';
import { SchoolBasics } from './school-basics.tsx';
import { SchoolConfigPart } from './school-config-part.tsx';
import { SchoolPictures } from './school-pictures.tsx';

interface SchoolFormProps {
  /** Null for a new school. */
  saved: { readonly id: number; readonly version: number; readonly website: string } | null;
  initial: SchoolInput;
}

export function SchoolEditForm({ saved, initial }: SchoolFormProps) {
  const { t } = useTranslation('school');
  const navigate = useNavigate();
  const [school, setSchool] = useAtom(flowAtoms.school);
  const own = useAtomValue(sessionUserAtom)?.school_id;
  const saving = useSavedForm<SchoolInput, SchoolDraft>(saved, {
    name: 'school',
    initial,
    resolver: zodResolver(schoolDraft, {
      error: (issue) => {
        // These two patterns have messages of their own.
        if (issue.code === 'invalid_format' && issue.path?.[0] === 'website' && issue.input !== '') return t('websiteBad');
        if (issue.code === 'invalid_format' && issue.path?.[0] === 'siteCode') return t('siteCodeBad');
        if (issue.code === 'invalid_format') return t('required');
        return formatSchemaProblem(issue);
      },
    }),
    calls: { add: createCall('/school/add'), modify: createCall('/school/modify') },
    newest: async (id) => {
      const now = await makeCall('/school/getById', { id });
      return { value: toSchoolInput(now), version: now.version };
    },
    lists: '/school',
    onSaved: ({ id }) => {
      if (saved?.id === own) setSchool({ ...school, configUpdatedMs: Date.now() });
      toast.success(t(saved === null ? 'createdNow' : 'saved'));
      // A new school has no account yet, so continue to its accounts.
      void navigate(saved === null ? `/school/assets/set-user/${id}` : '/school/index');
    },
  });
  return (
    <FormPage
      title={t(saved === null ? 'create' : 'edit')}
      saving={saving}
      back={'/school/index'}
      words={{ cancel: t('cancel'), save: t(saved === null ? 'save' : 'saveChanges') }}
    >
      <div className="grid items-start gap-3.5 xl:grid-cols-[1fr_380px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <SchoolBasics savedWebsite={saved?.website ?? null} />
          <SchoolConfigPart />
        </div>
        <SchoolPictures />
      </div>
    </FormPage>
  );
}
