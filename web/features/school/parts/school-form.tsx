import { useAtom, useAtomValue } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { schoolDraft } from '../../../../sync/contract/people/school.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { createCall } from '../../../platform/forms/create-resource-calls.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type SchoolDraft, type SchoolInput, toSchoolInput } from '../school-queries.ts';
import { SchoolConfigPart } from './school-config-part.tsx';
import { useFormContext, useWatch, Controller } from 'react-hook-form';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';

interface SchoolFormProps {
  /** Null for a new school. */
  saved: { readonly id: number; readonly version: number; readonly website: string } | null;
  initial: SchoolInput;
}

export function SchoolEditForm({ saved, initial }: SchoolFormProps) {
  const { t } = useTranslation(['school', 'ui', 'words']);
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
        if (issue.code === 'invalid_format') return t('ui:problemRequired');
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
      title={t(saved === null ? 'words:schoolCreate' : 'words:schoolEdit')}
      saving={saving}
      back={'/school/index'}
      words={{ cancel: t('ui:cancel'), save: t(saved === null ? 'save' : 'saveChanges') }}
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

/** Fields with a school's basic data. `savedWebsite`: the present website code; null for a new school. */
function SchoolBasics({ savedWebsite }: { savedWebsite: string | null }) {
  const { t } = useTranslation('school');
  const { control } = useFormContext<SchoolInput>();
  const website = useWatch({ control, name: 'website' }).trim();
  const moved = savedWebsite !== null && website !== savedWebsite;
  const websiteHint =
    website === ''
      ? t('websiteHint')
      : moved
        ? t('websiteChange')
        : t('signInAddress', { address: `${window.location.origin}/login/${website}` });
  return (
    <Panel title={t('basics')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <TextField control={control} name="title" label={t('school')} required className="md:col-span-2" autoFocus={savedWebsite === null} />
      <TextField
        control={control}
        name="website"
        label={t('website')}
        hint={websiteHint}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="siteCode"
        label={t('siteCode')}
        hint={t('siteCodeHint')}
        inputMode="numeric"
        maxLength={6}
        inputClassName="num"
      />
      <TextField control={control} name="record" label={t('record')} hint={t('recordHint')} />
      <TextField control={control} name="contact" label={t('contact')} />
      <TextField control={control} name="phone" label={t('phone')} inputMode="tel" inputClassName="num" />
      <TextField control={control} name="address" label={t('address')} />
      <TextField control={control} name="mohrssProfNo" label={t('mohrssProfNo')} hint={t('mohrssHint')} />
      <TextField control={control} name="mohrssProfAllname" label={t('mohrssProfAllname')} />
    </Panel>
  );
}

/** Uploads logo, custom logo and cover, with a preview of the sign-in page. */
function SchoolPictures() {
  const { t } = useTranslation('school');
  return (
    <Panel title={t('pictures')} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      <Preview />
      <Picture name="logo" hint={t('logoHint')} />
      <Picture name="logoCustom" hint={t('logoCustomHint')} />
      <UseCustom />
      <Picture name="cover" hint={t('coverHint')} />
    </Panel>
  );
}

function Picture({ name, hint }: { name: 'logo' | 'logoCustom' | 'cover'; hint: string }) {
  const { t } = useTranslation('school');
  const { control } = useFormContext<SchoolInput>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={t(name)} hint={hint} error={fieldState.error?.message}>
          {(named) => (
            <UploadField
              {...named}
              upload={uploadFile}
              value={field.value === '' ? [] : [{ url: field.value, name: t(name) }]}
              onChange={(files) => field.onChange(files[0]?.url ?? '')}
              onBlur={field.onBlur}
            />
          )}
        </Field>
      )}
    />
  );
}

function UseCustom() {
  const { t } = useTranslation('school');
  const { control } = useFormContext<SchoolInput>();
  return (
    <Controller
      control={control}
      name="logoCustomStatus"
      render={({ field }) => (
        <Field label={t('logoCustomStatus')}>
          {({ id }) => (
            <Switch id={id} checked={field.value === 1} onCheckedChange={(on) => field.onChange(on ? 1 : 0)} onBlur={field.onBlur} />
          )}
        </Field>
      )}
    />
  );
}

function Preview() {
  const { t } = useTranslation('school');
  const { control } = useFormContext<SchoolInput>();
  const [title, logo, logoCustom, status, cover] = useWatch({
    control,
    name: ['title', 'logo', 'logoCustom', 'logoCustomStatus', 'cover'],
  });
  return (
    <figure className="flex flex-col gap-1.5">
      <div className="relative flex h-36 flex-col overflow-hidden rounded-lg bg-linear-160 from-(--cover-from) to-(--cover-to) p-4 text-[oklch(0.95_0.01_95)]">
        {cover !== '' && (
          <>
            <img src={cover} alt="" className="absolute inset-0 size-full object-cover" />
            <span aria-hidden className="absolute inset-0 bg-linear-160 from-(--cover-from)/85 to-(--cover-to)/90" />
          </>
        )}
        <span className="relative flex min-w-0 items-center gap-2.5 font-semibold">
          <SchoolLogo title={title === '' ? ' ' : title} src={status === 1 && logoCustom !== '' ? logoCustom : logo} className="size-9" />
          <span className="truncate">{title}</span>
        </span>
      </div>
      <figcaption className="text-[13px] text-muted-foreground">{t('preview')}</figcaption>
    </figure>
  );
}
