import { useTranslation } from '../../../../lib/i18n.ts';
import { useCall } from '../../../../platform/api/call-query.ts';
import { ResourceField, ResourceForm } from '../../../../platform/forms/resource-form.tsx';
import { MultiSelect } from '../../../../ui/form/multi-select.tsx';
import { declarationResourceCalls } from '../../application-resource-calls.ts';
import type { DeclarationRow } from '../../application-queries.ts';
import { OfferFields } from './offer-fields.tsx';
import type { RowVersionKey } from '../../../../../sync/contract/scalars.ts';

/** Edits a declaration project in a side sheet. */
export function DeclarationForm({ saved, onClose }: { saved: DeclarationRow | null; onClose: (saved?: RowVersionKey) => void }) {
  const { t } = useTranslation(['application', 'words']);
  const classes = useCall('/class/getOptions', {});
  return (
    <ResourceForm calls={declarationResourceCalls} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => (
        <>
          <OfferFields context={fields} />
          <ResourceField context={fields} name="category" hint={t('categoryHint')} />
          <ResourceField context={fields} name="classIds">
            {(control, { value, onChange }) => (
              <MultiSelect
                id={control.id}
                aria-describedby={control['aria-describedby']}
                values={value.map(String)}
                onChange={(ids) => onChange(ids.map(Number))}
                none={t('words:allClasses')}
                choices={(classes.data?.items ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
              />
            )}
          </ResourceField>
          <ResourceField context={fields} name="notice" rows={4} />
        </>
      )}
    </ResourceForm>
  );
}
