import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { enrolmentBatchResource } from '../../../../../sync/contract/applications/batch.ts';
import { recognitionTypes } from '../../../../../sync/contract/code-lists.ts';
import { examPartCodes } from '../../../../../sync/contract/codes.ts';
import type { ResourceDraft } from '../../../../../sync/contract/resource.ts';
import { ResourceField } from '../../../../platform/forms/resource-field.tsx';
import type { RowVersionKey } from '../../../../platform/forms/create-resource-calls.ts';
import { type ResourceFormContext, ResourceForm } from '../../../../platform/forms/resource-form.tsx';
import { Checkbox } from '../../../../ui/primitives/checkbox.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { batchResourceCalls } from '../../application-resource-calls.ts';
import type { BatchRow } from '../../application-queries.ts';
import { OfferFields, useOfferChoices } from './offer-fields.tsx';

/** Edits an enrolment batch in a side sheet. */
export function BatchForm({ saved, from, onClose }: { saved: BatchRow | null; from?: BatchRow; onClose: (saved?: RowVersionKey) => void }) {
  const { t } = useTranslation('application');
  // A copy is a new batch with the values of the original.
  const calls =
    from === undefined
      ? batchResourceCalls
      : { ...batchResourceCalls, blank: { ...batchResourceCalls.draftOf(from), name: t('copyName', { name: from.name }).slice(0, 60) } };
  return (
    <ResourceForm calls={calls} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => <BatchFields fields={fields} />}
    </ResourceForm>
  );
}

function BatchFields({ fields }: { fields: ResourceFormContext<ResourceDraft<typeof enrolmentBatchResource>> }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const { data } = useOfferChoices();
  const { control } = fields.form;
  const professionId = useWatch({ control, name: 'professionId' });
  const trades = data?.professions.find((one) => one.id === professionId)?.trades ?? [];
  return (
    <>
      <OfferFields of={fields} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {trades.length > 0 && (
          <ResourceField of={fields} name="tradeId">
            {(own, { value, onChange }) => (
              <Select
                {...own}
                value={String(value ?? '')}
                onChange={(next) => onChange(next === '' ? null : Number(next))}
                choices={[{ value: '', label: t('noTrade') }, ...trades.map((trade) => ({ value: String(trade.id), label: trade.name }))]}
              />
            )}
          </ResourceField>
        )}
        <ResourceField of={fields} name="recognition">
          {(own, { value, onChange }) => (
            <Select
              {...own}
              value={String(value)}
              onChange={(next) => onChange(Number(next))}
              choices={[
                { value: '0', label: t('recognitionAny') },
                ...recognitionTypes.map((name, at) => ({ value: String(at + 1), label: words(name) })),
              ]}
            />
          )}
        </ResourceField>
      </div>
      <ResourceField of={fields} name="parts">
        {(own, { value, onChange }) => (
          <div id={own.id} role="group" aria-describedby={own['aria-describedby']} className="flex flex-wrap gap-x-6 gap-y-2">
            {examPartCodes.map((part) => {
              const chosen = value.find((one) => one.part === part);
              const put = (next: { part: typeof part; resit: boolean } | null) =>
                onChange(examPartCodes.flatMap((each) => (each === part ? (next ?? []) : (value.find((one) => one.part === each) ?? []))));
              return (
                <span key={part} className="flex items-center gap-3 text-sm">
                  <label className="flex items-center gap-2">
                    <Checkbox checked={chosen !== undefined} onCheckedChange={(on) => put(on === true ? { part, resit: false } : null)} />
                    {t(`parts.${part}`)}
                  </label>
                  {chosen !== undefined && (
                    <label className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
                      <Checkbox checked={chosen.resit} onCheckedChange={(on) => put({ part, resit: on === true })} />
                      {t('resit')}
                    </label>
                  )}
                </span>
              );
            })}
          </div>
        )}
      </ResourceField>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <NumberField control={control} name="quota" label={t('quota')} hint={t('quotaHint')} min={0} />
        <ResourceField of={fields} name="waitingList" />
      </div>
      <fieldset className="grid gap-3.5 rounded-lg border p-3 sm:grid-cols-4">
        <legend className="px-1 text-[13px] font-medium">{t('photoRule')}</legend>
        <NumberField control={control} name="photoRule.width" label={t('photoWidth')} />
        <NumberField control={control} name="photoRule.height" label={t('photoHeight')} />
        <NumberField control={control} name="photoRule.minKb" label={t('photoMin')} />
        <NumberField control={control} name="photoRule.maxKb" label={t('photoMax')} />
      </fieldset>
      <ResourceField of={fields} name="proofs" hint={t('proofsHint')}>
        {(own, { value, onChange }) => (
          <Input
            {...own}
            defaultValue={value.join('、')}
            onChange={(event) => onChange(event.target.value.split(/[、,，]/).flatMap((part) => part.trim() || []))}
          />
        )}
      </ResourceField>
      <ResourceField of={fields} name="notice" rows={4} />
    </>
  );
}
