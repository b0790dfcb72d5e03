import { useId, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import {
  createCertificateNumbers,
  defaultCertificatePattern,
  findPatternFault,
} from '../../../../sync/contract/marking/certificate-number.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import type { SchoolInput } from '../school-queries.ts';

/** Edits the pattern of certificate numbers. Shows an example number as the user types, or the rule that the pattern breaks. */
export function CertificatePatternField() {
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
