import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import type { SchoolInput } from '../school-queries.ts';

/** Uploads logo, custom logo and cover, with a preview of the sign-in page. */
export function SchoolPictures() {
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
