import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { defaultZone, formatWallTime, getZoneOffsetMinutes } from '../../../../sync/contract/zone-time.ts';
import { leastRetention } from '../../../../sync/contract/marking/archive.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Combobox, type ComboboxChoice } from '../../../ui/primitives/combobox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { NumberField, SelectField } from '../../../ui/form/form-fields.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { SchoolInput } from '../school-queries.ts';
import { useId, useState } from 'react';
import {
  createCertificateNumbers,
  defaultCertificatePattern,
  findPatternFault,
} from '../../../../sync/contract/marking/certificate-number.ts';
import { formatDate } from '../../../lib/format-time.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats a UTC offset: "UTC+08:00". */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/** Returns the option for a time zone: its name, its UTC offset and its present time. */
const toZoneChoice = (zone: string, nowMs: number): ComboboxChoice => ({
  value: zone,
  label: `${zone} (${offsetText(getZoneOffsetMinutes(nowMs, zone))})`,
  note: formatWallTime(nowMs, zone).slice(11, 16),
});

/** Finds zones by a part of their name or offset; the zones of China come first. */
function findZones(typed: string, nowMs: number): ComboboxChoice[] {
  const names = new Set([defaultZone, 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', ...Intl.supportedValuesOf('timeZone')]);
  const wanted = typed.toLowerCase().replaceAll(' ', '_');
  return [...names]
    .map((zone) => toZoneChoice(zone, nowMs))
    .filter(({ label }) => label.toLowerCase().replaceAll(' ', '_').includes(wanted))
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
export function SchoolConfigPart() {
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
            {(named) => (
              <Combobox
                {...named}
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
            {(named) => (
              <Input
                {...named}
                {...field}
                aria-describedby={`${named['aria-describedby'] ?? ''} ${hintId}`.trim()}
                value={pattern}
                maxLength={200}
                autoComplete="off"
                className="font-mono"
              />
            )}
          </Field>
        )}
      />
      {/* Stays beside an error, which speaks of these placeholders. */}
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
