import { useTranslation } from '../../../lib/i18n.ts';
import { formResource } from '../../../../sync/contract/applications/form.ts';
import { shippedForms } from '../../../../sync/domain/applications/shipped-forms.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceField, type ResourceFormContext, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { formResourceCalls } from '../application-resource-calls.ts';
import type { FormRow } from '../application-queries.ts';

const filters = { keyword: textFilter };

/** Lists the school's forms. */
export function FormListPage() {
  const { t } = useTranslation('application');
  const list = useListState({ filters, sort: '-updatedMs' });
  const forms = useListQuery('/form/getList', list.input);
  const column = useResourceColumns(formResource)<FormRow>();
  const designOf = (row: FormRow) => `/teacher/declaration/paper/build-form/${row.id}`;
  return (
    <ResourceListPage
      calls={formResourceCalls}

      list={list}
      query={forms}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('edition', { width: 'w-32', cell: (row) => (row.edition === 0 ? t('noEdition') : t('editionNo', { number: row.edition })) }),
        column('filled', { width: 'w-24', align: 'right' }),
        column('note', { extra: true }),
        column('updatedMs', { width: 'w-40' }),
      ]}
      nameOf={(row) => row.name}
      open={designOf}
      actions={(row) => [{ label: t('design'), to: designOf(row), next: row.edition === 0 }]}
      form={(saved, onClose) => (
        <ResourceForm calls={formResourceCalls} saved={saved} onClose={onClose}>
          {(fields) => (
            <>
              {saved === null && <Shipped fields={fields} />}
              <ResourceField context={fields} name="name" />
              <ResourceField context={fields} name="note" rows={3} />
            </>
          )}
        </ResourceForm>
      )}
      emptyText={t('formEmpty')}
    />
  );
}

/** Lets the user start a new form from one that is shipped with the product. */
function Shipped({ fields: { form } }: { fields: ResourceFormContext<ResourceDraft<typeof formResource>> }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const chosen = form.watch('design').length;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="text-[13px] font-medium">{t('beginWith')}</span>
      <div className="flex flex-wrap gap-2">
        {shippedForms.map(({ words: name, design }) => (
          <Button
            key={name[0]}
            size="sm"
            aria-pressed={chosen === design.length}
            onClick={() => {
              form.setValue('design', [...design], { shouldDirty: true });
              if (form.getValues('name') === '') form.setValue('name', words(name), { shouldDirty: true });
            }}
          >
            {words(name)}
          </Button>
        ))}
      </div>
      <p className="text-[13px] text-muted-foreground">{t(chosen === 0 ? 'beginEmpty' : 'beginFields', { count: chosen })}</p>
    </div>
  );
}
