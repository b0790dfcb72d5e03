import { useTranslation } from '../../../lib/i18n.ts';
import { formThing } from '../../../../sync/contract/form.ts';
import { shippedForms } from '../../../../sync/machines/shipped-forms.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useThingColumns } from '../../../platform/thing-columns.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import { type FieldsOf, ThingForm } from '../../../platform/thing-form.tsx';
import { ThingListPage } from '../../../platform/thing-list-page.tsx';
import type { DraftOf } from '../../../../sync/contract/thing.ts';
import { Button } from '../../../ui/button.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { useWords } from '../../../ui/use-words.ts';
import { formDesk } from '../desks.ts';
import type { FormRow } from '../filing-queries.ts';

const filters = { keyword: textFilter };

/** Lists the school's forms. */
export function FormListPage() {
  const { t } = useTranslation('filing');
  const { t: app } = useTranslation('app');
  const list = useListState({ filters, sort: '-updatedMs' });
  const forms = useListQuery('/form/getList', list.input);
  const column = useThingColumns(formThing)<FormRow>();
  const designOf = (row: FormRow) => `/teacher/declaration/paper/build-form/${row.id}`;
  return (
    <ThingListPage
      desk={formDesk}
      title={app('titles.formDesigner')}
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
        <ThingForm desk={formDesk} saved={saved} onClose={onClose}>
          {(fields) => (
            <>
              {saved === null && <Shipped fields={fields} />}
              <ThingField of={fields} name="name" />
              <ThingField of={fields} name="note" rows={3} />
            </>
          )}
        </ThingForm>
      )}
      emptyText={t('formEmpty')}
    />
  );
}

/** Starts a new form from a shipped one. */
function Shipped({ fields: { form } }: { fields: FieldsOf<DraftOf<typeof formThing>> }) {
  const { t } = useTranslation('filing');
  const words = useWords();
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
