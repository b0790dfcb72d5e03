import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../../lib/i18n.ts';
import { professionLevels } from '../../../../../sync/contract/codes.ts';
import { eligibilityRules2023 } from '../../../../../sync/domain/applications/eligibility-2023.ts';
import { ResourceField, type ResourceFormContext } from '../../../../platform/forms/resource-form.tsx';
import { fromLocalInput, toLocalInput } from '../../../../lib/format-time.ts';
import { useCall } from '../../../../platform/api/call-query.ts';
import { DateTimeField } from '../../../../ui/date/date-field.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';

export const useOfferChoices = () => useCall('/batch/getChoices', {});

interface OfferDraft extends FieldValues {
  name: string;
  professionId: number | null;
  level: number;
  formId: number | null;
  ruleSetId: number | null;
  opensMs: number;
  closesMs: number;
  notice: string;
}

/** Form fields that enrolment batches and declaration projects have in common. */
export function OfferFields<D extends OfferDraft>({ context }: { context: ResourceFormContext<D> }) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const { data } = useOfferChoices();
  // TypeScript does not know the fields of a generic draft type, so the common type of the drafts is used.
  const fields = context as unknown as ResourceFormContext<OfferDraft>;
  const professionId = useWatch({ control: fields.form.control, name: 'professionId' });
  const levels = data?.professions.find((one) => one.id === professionId)?.levels ?? professionLevels;
  const choose = t('choose');
  return (
    <>
      <ResourceField context={fields} name="name" />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <ResourceField context={fields} name="professionId" hint={data?.professions.length === 0 ? t('noProfessions') : undefined}>
          {(control, { value, onChange }) => (
            <Select
              {...control}
              placeholder={choose}
              value={value === null ? '' : String(value)}
              onChange={(next) => onChange(next === '' ? null : Number(next))}
              choices={(data?.professions ?? []).map((one) => ({ value: String(one.id), label: `${one.code} ${one.name}` }))}
            />
          )}
        </ResourceField>
        <ResourceField context={fields} name="level">
          {(control, { value, onChange }) => (
            <Select
              {...control}
              value={String(value)}
              onChange={(next) => onChange(Number(next))}
              choices={levels.map((level) => ({ value: String(level), label: code(`professionLevel.${level}` as 'professionLevel.1') }))}
            />
          )}
        </ResourceField>
        <ResourceField context={fields} name="opensMs">
          {(control, { value, onChange }) => <Moment control={control} value={value} onChange={onChange} />}
        </ResourceField>
        <ResourceField context={fields} name="closesMs">
          {(control, { value, onChange }) => <Moment control={control} value={value} onChange={onChange} />}
        </ResourceField>
      </div>
      <ResourceField context={fields} name="formId" hint={data?.forms.length === 0 ? t('noForms') : undefined}>
        {(control, { value, onChange }) => (
          <Select
            {...control}
            placeholder={choose}
            value={value === null ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? null : Number(next))}
            choices={(data?.forms ?? []).map((form) => ({
              value: String(form.id),
              label: t('formEdition', { name: form.name, number: form.edition }),
            }))}
          />
        )}
      </ResourceField>
      <ResourceField context={fields} name="ruleSetId">
        {(control, { value, onChange }) => (
          <Select
            {...control}
            value={value === null ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? null : Number(next))}
            choices={[
              { value: '', label: t('ruleVersion', { standard: eligibilityRules2023.standard, number: eligibilityRules2023.version }) },
              ...(data?.ruleSets ?? []).map(({ id, standard, number }) => ({
                value: String(id),
                label: t('ruleVersion', { standard, number }),
              })),
            ]}
          />
        )}
      </ResourceField>
    </>
  );
}

/** Shows a field for date and time. An empty or unreadable input is stored as 0, which the contract refuses as missing (`chosenTimeMs`). */
function Moment({ control, value, onChange }: { control: object; value: number; onChange: (ms: number) => void }) {
  return (
    <DateTimeField {...control} value={value === 0 ? '' : toLocalInput(value)} onChange={(text) => onChange(fromLocalInput(text) ?? 0)} />
  );
}
