import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { SchoolInput } from '../school-queries.ts';

/** Fields with a school's basic data. `savedWebsite`: the present website code; null for a new school. */
export function SchoolBasics({ savedWebsite }: { savedWebsite: string | null }) {
  const { t } = useTranslation('school');
  const { register, control, formState } = useFormContext<SchoolInput>();
  const website = useWatch({ control, name: 'website' }).trim();
  const { errors } = formState;
  const moved = savedWebsite !== null && website !== savedWebsite;
  const websiteHint =
    website === ''
      ? t('websiteHint')
      : moved
        ? t('websiteChange')
        : t('signInAddress', { address: `${window.location.origin}/login/${website}` });
  return (
    <Panel title={t('basics')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
      <Field label={t('school')} required error={errors.title?.message} className="md:col-span-2">
        {(field) => <Input {...field} {...register('title')} autoFocus={savedWebsite === null} />}
      </Field>
      <Field label={t('website')} required hint={websiteHint} error={errors.website?.message}>
        {(field) => <Input {...field} {...register('website')} autoCapitalize="none" spellCheck={false} />}
      </Field>
      <Field label={t('siteCode')} hint={t('siteCodeHint')} error={errors.siteCode?.message}>
        {(field) => <Input {...field} {...register('siteCode')} inputMode="numeric" maxLength={6} className="num" />}
      </Field>
      <Field label={t('record')} hint={t('recordHint')} error={errors.record?.message}>
        {(field) => <Input {...field} {...register('record')} />}
      </Field>
      <Field label={t('contact')} error={errors.contact?.message}>
        {(field) => <Input {...field} {...register('contact')} />}
      </Field>
      <Field label={t('phone')} error={errors.phone?.message}>
        {(field) => <Input {...field} {...register('phone')} inputMode="tel" className="num" />}
      </Field>
      <Field label={t('address')} error={errors.address?.message}>
        {(field) => <Input {...field} {...register('address')} />}
      </Field>
      <Field label={t('mohrssProfNo')} hint={t('mohrssHint')} error={errors.mohrssProfNo?.message}>
        {(field) => <Input {...field} {...register('mohrssProfNo')} />}
      </Field>
      <Field label={t('mohrssProfAllname')} error={errors.mohrssProfAllname?.message}>
        {(field) => <Input {...field} {...register('mohrssProfAllname')} />}
      </Field>
    </Panel>
  );
}
