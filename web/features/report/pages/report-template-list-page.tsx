import { defaultReportColumns, reportTemplateResource } from '../../../../sync/contract/applications/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ListRow, useListQuery } from '../../../platform/api/list-query.ts';
import { createCall, createResourceCalls } from '../../../platform/forms/create-resource-calls.ts';
import { useResourceColumns } from '../../../platform/forms/resource-columns.ts';
import { ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { TemplateFields } from '../parts/template-fields.tsx';

const calls = createResourceCalls(reportTemplateResource, {
  getById: createCall('/report/getById'),
  add: createCall('/report/add'),
  modify: createCall('/report/modify'),
  remove: createCall('/report/remove'),
});
/** A new template begins with the default columns. */
const desk = { ...calls, blank: { ...calls.blank, columns: [...defaultReportColumns.certificates] } };
const filters = { keyword: textFilter };

/** Lists the school's templates of tables for the authority. */
export function ReportTemplateListPage() {
  const { t } = useTranslation('report');
  const list = useListState({ filters, sort: 'name' });
  const templates = useListQuery('/report/getList', list.input);
  const column = useResourceColumns(reportTemplateResource)<ListRow<'/report/getList'>>();
  return (
    <ResourceListPage
      desk={desk}
      title={t('templates')}
      hint={t('templatesHint')}
      list={list}
      query={templates}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('kind', { width: 'w-48', value: (row) => t(`kind.${row.kind}`) }),
        { key: 'columns', header: t('columnCount'), width: 'w-24', align: 'right', value: (row) => row.columns.length },
        column('updatedMs', { width: 'w-40' }),
      ]}
      nameOf={(row) => row.name}
      form={(saved, onClose) => (
        <ResourceForm desk={desk} saved={saved} onClose={onClose} shape="sheet">
          {(fields) => <TemplateFields fields={fields} />}
        </ResourceForm>
      )}
      emptyText={t('templateNone')}
    />
  );
}
