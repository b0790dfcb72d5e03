import { useParams, useNavigate } from 'react-router-dom';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { blankSchool, toSchoolInput, useSchoolById, type SchoolDraft, type SchoolInput } from '../school-queries.ts';
import { useAtom, useAtomValue } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslation } from '../../../lib/i18n.ts';
import { leastRetention, schoolDraft } from '../../../../sync/contract/people/school.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { createCall } from '../../../platform/forms/create-resource-calls.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useFormContext, useWatch, Controller } from 'react-hook-form';
import { Field } from '../../../ui/form/field.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { TextField, NumberField, SelectField } from '../../../ui/form/form-fields.tsx';
import { defaultZone, formatWallTime, getZoneOffsetMinutes } from '../../../../sync/contract/zone-time.ts';
import { Combobox, type ComboboxChoice } from '../../../ui/form/combobox.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { useId, useState } from 'react';
import { createCertificateNumbers, defaultCertificatePattern, findPatternFault } from '../../../../sync/contract/certificate-number.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Edits a new or an existing school. */
export function SchoolEditPage() {
  const { id: text } = useParams();
  const id = text === undefined ? null : Number(text);
  const school = useSchoolById(id);
  if (id === null) return <SchoolEditForm key="new" saved={null} initial={blankSchool} />;
  if (school.data === undefined)
    return (
      <LoadingState query={school}>
        <FormSkeleton />
      </LoadingState>
    );
  return (
    <SchoolEditForm
      key={id}
      saved={{ id, version: school.data.version, website: school.data.website }}
      initial={toSchoolInput(school.data)}
    />
  );
}

function FormSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-3.5">
      <Skeleton className="h-9 w-64" />
      {[5, 3, 2].map((rows) => (
        <Panel key={rows} bodyClassName="grid gap-4 p-4 md:grid-cols-2">
          {Array.from({ length: rows }, (_, at) => (
            <Skeleton key={at} className="h-9 w-full" />
          ))}
        </Panel>
      ))}
    </div>
  );
}

interface SchoolEditFormProps {
  /** The school to edit; null for a new school. */
  saved: { readonly id: number; readonly version: number; readonly website: string } | null;
  initial: SchoolInput;
}

function SchoolEditForm({ saved, initial }: SchoolEditFormProps) {
  const { t } = useTranslation(['school', 'ui', 'words']);
  const navigate = useNavigate();
  const [school, setSchool] = useAtom(flowAtoms.school);
  const ownSchoolId = useAtomValue(sessionUserAtom)?.school_id;
  const saving = useSavedForm<SchoolInput, SchoolDraft>(saved, {
    name: 'school',
    initial,
    resolver: zodResolver(schoolDraft, {
      error: (issue) => {
        // These two format errors have messages of their own.
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
      if (saved?.id === ownSchoolId) setSchool({ ...school, configUpdatedMs: Date.now() });
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

/** Fields with a school's basic data. `savedWebsite`: the stored website code (the school's part of its address); null for a new school. */
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
          {(controlProps) => (
            <UploadField
              {...controlProps}
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

/** Formats a UTC offset: "UTC+08:00". */
function formatUtcOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${padTwoDigits(hours)}:${padTwoDigits(rest)}`;
}

/** Returns the option for a time zone: its name, its UTC offset and its present time. */
const toZoneChoice = (zone: string, nowMs: number): ComboboxChoice => ({
  value: zone,
  label: `${zone} (${formatUtcOffset(getZoneOffsetMinutes(nowMs, zone))})`,
  note: formatWallTime(nowMs, zone).slice(11, 16),
});

/** Finds zones by a part of their name or offset; the zones of China come first. */
function findZones(typed: string, nowMs: number): ComboboxChoice[] {
  const names = new Set([defaultZone, 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', ...Intl.supportedValuesOf('timeZone')]);
  const normalisedQuery = typed.toLowerCase().replaceAll(' ', '_');
  return [...names]
    .map((zone) => toZoneChoice(zone, nowMs))
    .filter(({ label }) => label.toLowerCase().replaceAll(' ', '_').includes(normalisedQuery))
    .slice(0, 60);
}

const counted = ['0', '1', '2'] as const;
const codes = [
  { name: 'config_body_code', label: 'bodyCode', digits: 4 },
  { name: 'config_province_code', label: 'provinceCode', digits: 2 },
] as const;
const known = [
  'config_coursehour_text',
  'config_courseware_size_mb',
  'config_courseware_minutes',
  'config_registration',
  'config_enrol_at_once',
  'config_body_code',
  'config_province_code',
  'config_certificate_pattern',
  'config_retention_paper_years',
  'config_retention_years',
  'config_time_zone',
];

/** Edits the settings of a school. Settings unknown to this form stay unchanged. */
function SchoolConfigPart() {
  const { t } = useTranslation('school');
  const { control } = useFormContext<SchoolInput>();
  const config = useWatch({ control, name: 'config' });
  const others = Object.keys(config).filter((key) => !known.includes(key)).length;
  return (
    <Panel title={t('config')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-3">
      <SelectField
        control={control}
        name="config.config_coursehour_text"
        label={t('coursehour')}
        toValue={Number}
        choices={counted.map((value) => ({ value, label: t(`coursehours.${value}`) }))}
      />
      <NumberField control={control} name="config.config_courseware_size_mb" label={t('coursewareSize')} required />
      <NumberField control={control} name="config.config_courseware_minutes" label={t('coursewareMinutes')} required />
      <SelectField
        control={control}
        name="config.config_registration"
        label={t('registration')}
        hint={t('registrationHint')}
        fallback="1"
        toValue={Number}
        choices={(['1', '0'] as const).map((value) => ({ value, label: t(`registrations.${value}`) }))}
      />
      <SelectField
        control={control}
        name="config.config_enrol_at_once"
        label={t('enrolAtOnce')}
        hint={t('enrolAtOnceHint')}
        fallback="0"
        toValue={Number}
        choices={(['0', '1'] as const).map((value) => ({ value, label: t(`enrolsAtOnce.${value}`) }))}
      />
      {codes.map(({ name, label, digits }) => (
        <Controller
          key={name}
          control={control}
          name={`config.${name}`}
          render={({ field, fieldState }) => (
            <Field label={t(label)} hint={t('codeHint', { digits })} error={fieldState.error && t('codeBad', { digits })}>
              {(named) => <Input {...named} {...field} value={field.value ?? ''} inputMode="numeric" maxLength={digits} className="num" />}
            </Field>
          )}
        />
      ))}
      <CertificatePatternField />
      <NumberField
        control={control}
        name="config.config_retention_paper_years"
        label={t('retentionPaper')}
        hint={t('retentionHint', { years: leastRetention.paperYears })}
        required
      />
      <NumberField
        control={control}
        name="config.config_retention_years"
        label={t('retention')}
        hint={t('retentionHint', { years: leastRetention.years })}
        required
      />
      <Controller
        control={control}
        name="config.config_time_zone"
        render={({ field, fieldState }) => (
          <Field label={t('zone')} hint={t('zoneHint')} error={fieldState.error?.message} required>
            {(controlProps) => (
              <Combobox
                {...controlProps}
                value={toZoneChoice(field.value ?? defaultZone, Date.now())}
                onChange={(choice) => field.onChange(choice?.value ?? defaultZone)}
                search={(typed) => Promise.resolve(findZones(typed, Date.now()))}
              />
            )}
          </Field>
        )}
      />
      {others > 0 && <p className="text-[13px] text-muted-foreground md:col-span-3">{t('otherConfig', { count: others })}</p>}
    </Panel>
  );
}

/** Edits the pattern of certificate numbers. Shows an example number as the user types, or the rule that the pattern breaks. */
function CertificatePatternField() {
  const { t } = useTranslation('school');
  const hintId = useId();
  const { control } = useFormContext<SchoolInput>();
  const [config, site] = useWatch({ control, name: ['config', 'siteCode'] });
  const pattern = config.config_certificate_pattern ?? defaultCertificatePattern;
  const fault = findPatternFault(pattern.trim());
  const [nowMs] = useState(() => Date.now());
  // Codes that are not set yet are shown as zeros.
  const example = createCertificateNumbers(pattern.trim(), {
    kind: 'S',
    body: config.config_body_code || '0000',
    province: config.config_province_code || '00',
    site: site || '000000',
    year: formatDate(nowMs).slice(0, 4),
    profession: '6-31-01-03',
    level: 4,
  }).numberOf(1);
  return (
    <div className="flex flex-col gap-1.5 md:col-span-3">
      <Controller
        control={control}
        name="config.config_certificate_pattern"
        render={({ field }) => (
          <Field label={t('certificatePattern')} error={fault === null ? undefined : t(`patternFaults.${fault}`)}>
            {(controlProps) => (
              <Input
                {...controlProps}
                {...field}
                aria-describedby={`${controlProps['aria-describedby'] ?? ''} ${hintId}`.trim()}
                value={pattern}
                maxLength={200}
                autoComplete="off"
                className="font-mono"
              />
            )}
          </Field>
        )}
      />
      {/* The hint stays visible next to an error, because the error message refers to its placeholders. */}
      <p id={hintId} className="text-[13px] text-muted-foreground">
        {t('certificatePatternHint')}
      </p>
      {fault === null && (
        <p className="text-[13px] text-muted-foreground" aria-live="polite">
          {t('patternExample', { n: example.length })} <span className="num font-mono font-semibold text-foreground">{example}</span>
        </p>
      )}
    </div>
  );
}
