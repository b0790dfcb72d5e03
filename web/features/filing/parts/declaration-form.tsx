import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/call-query.ts';
import type { Key } from '../../../platform/thing-desk.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import { ThingForm } from '../../../platform/thing-form.tsx';
import { MultiSelect } from '../../../ui/multi-select.tsx';
import { declarationDesk } from '../desks.ts';
import type { DeclarationRow } from '../filing-queries.ts';
import { OfferFields } from './offer-fields.tsx';

/** Edits a declaration project in a side sheet. */
export function DeclarationForm({ saved, onClose }: { saved: DeclarationRow | null; onClose: (saved?: Key) => void }) {
  const { t } = useTranslation('filing');
  const classes = useCall('/class/getOptions', {});
  return (
    <ThingForm desk={declarationDesk} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => (
        <>
          <OfferFields of={fields} />
          <ThingField of={fields} name="category" hint={t('categoryHint')} />
          <ThingField of={fields} name="classIds">
            {(control, { value, onChange }) => (
              <MultiSelect
                id={control.id}
                aria-describedby={control['aria-describedby']}
                values={value.map(String)}
                onChange={(ids) => onChange(ids.map(Number))}
                none={t('everyClass')}
                choices={(classes.data?.items ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
              />
            )}
          </ThingField>
          <ThingField of={fields} name="notice" rows={4} />
        </>
      )}
    </ThingForm>
  );
}
