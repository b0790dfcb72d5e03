import { useTranslation } from '../../../lib/i18n.ts';
import { classResource } from '../../../../sync/contract/people/class.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { useResourceColumns } from '../../../platform/forms/resource-columns.ts';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { classResourceCalls } from '../class-resource-calls.ts';
import { ClassForm } from '../parts/class-form.tsx';
import type { ClassEntry } from '../people-queries.ts';

const filters = { keyword: textFilter };

export function ClassListPage() {
  const { t } = useTranslation('people');
  const list = useListState({ filters, sort: 'name' });
  const classes = useListQuery('/class/getList', list.input);
  const column = useResourceColumns(classResource)<ClassEntry>();
  const studentsOf = (row: ClassEntry) => `/teacher/student/index?class_id=${row.id}`;
  return (
    <ResourceListPage
      desk={classResourceCalls}
      title={t('classes')}
      list={list}
      query={classes}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('grade', { width: 'w-28' }),
        column('headTeacher', { width: 'w-32' }),
        column('teachers'),
        column('studentCount', { width: 'w-24', align: 'right' }),
        column('note', { extra: true }),
      ]}
      nameOf={(row) => row.name}
      open={studentsOf}
      actions={(row) => [{ label: t('viewStudents'), to: studentsOf(row) }]}
      form={(saved, onClose) => <ClassForm saved={saved} onClose={onClose} />}
      emptyText={t('classEmptyText')}
      removeAsk={(row) => t('classRemoveAsk', { name: row.name })}
    />
  );
}
