import type { FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { rules2023 } from '../../../../sync/machines/eligibility-2023.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import type { FieldsOf } from '../../../platform/thing-form.tsx';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/call-query.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Select } from '../../../ui/select.tsx';

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

/** Fields that batches and projects have in common. */
export function OfferFields<D extends OfferDraft>({ of }: { of: FieldsOf<D> }) {
  const { t } = useTranslation('filing');
  const { t: code } = useTranslation('codes');
  const { data } = useOfferChoices();
  // TypeScript cannot see the fields of a generic draft type, so use the common type.
  const fields = of as unknown as FieldsOf<OfferDraft>;
  const professionId = useWatch({ control: fields.form.control, name: 'professionId' });
  const levels = data?.professions.find((one) => one.id === professionId)?.levels ?? professionLevels;
  const choose = t('choose');
  return (
    <>
      <ThingField of={fields} name="name" />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <ThingField of={fields} name="professionId" hint={data?.professions.length === 0 ? t('noProfessions') : undefined}>
          {(control, { value, onChange }) => (
            <Select
              {...control}
              placeholder={choose}
              value={value === null ? '' : String(value)}
              onChange={(next) => onChange(next === '' ? null : Number(next))}
              choices={(data?.professions ?? []).map((one) => ({ value: String(one.id), label: `${one.code} ${one.name}` }))}
            />
          )}
        </ThingField>
        <ThingField of={fields} name="level">
          {(control, { value, onChange }) => (
            <Select
              {...control}
              value={String(value)}
              onChange={(next) => onChange(Number(next))}
              choices={levels.map((level) => ({ value: String(level), label: code(`professionLevel.${level}` as 'professionLevel.1') }))}
            />
          )}
        </ThingField>
        <ThingField of={fields} name="opensMs">
          {(control, { value, onChange }) => <Moment control={control} value={value} onChange={onChange} />}
        </ThingField>
        <ThingField of={fields} name="closesMs">
          {(control, { value, onChange }) => <Moment control={control} value={value} onChange={onChange} />}
        </ThingField>
      </div>
      <ThingField of={fields} name="formId" hint={data?.forms.length === 0 ? t('noForms') : undefined}>
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
      </ThingField>
      <ThingField of={fields} name="ruleSetId">
        {(control, { value, onChange }) => (
          <Select
            {...control}
            value={value === null ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? null : Number(next))}
            choices={[
              { value: '', label: t('ruleVersion', { standard: rules2023.standard, number: rules2023.version }) },
              ...(data?.ruleSets ?? []).map(({ id, standard, number }) => ({
                value: String(id),
                label: t('ruleVersion', { standard, number }),
              })),
            ]}
          />
        )}
      </ThingField>
    </>
  );
}

/** A date and time. An empty or unreadable one is 0, which the contract refuses as missing (`chosenMs`). */
function Moment({ control, value, onChange }: { control: object; value: number; onChange: (ms: number) => void }) {
  return (
    <DateTimeField {...control} value={value === 0 ? '' : toLocalInput(value)} onChange={(text) => onChange(fromLocalInput(text) ?? 0)} />
  );
}
