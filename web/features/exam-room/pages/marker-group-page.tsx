import { useTranslation } from '../../../lib/i18n.ts';
import { markerGroupResource } from '../../../../sync/contract/exams/exam-place.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { useResourceColumns } from '../../../platform/forms/resource-columns.ts';
import { ResourceField } from '../../../platform/forms/resource-field.tsx';
import { ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { LeaderChoice, MemberChoice } from '../parts/marker-choice.tsx';
import { markerGroupResourceCalls, type MarkerGroup } from '../room-resource-calls.ts';

const filters = { keyword: textFilter };

/** /teacher/exam/marker-group: groups of markers, each with its marking leader and the quota of each member. */
export function MarkerGroupPage() {
  const { t } = useTranslation('examRoom');
  const { t: app } = useTranslation('app');
  const list = useListState({ filters, sort: 'name' });
  const groups = useListQuery('/markerGroup/getList', list.input);
  const column = useResourceColumns(markerGroupResource)<MarkerGroup>();
  const membersOf = (row: MarkerGroup) => row.people.map(({ name, quota }) => (quota === 0 ? name : `${name} ${quota}`)).join('、');
  return (
    <ResourceListPage
      desk={markerGroupResourceCalls}
      title={app('titles.markerGroups')}
      hint={t('markersHint')}
      list={list}
      query={groups}
      columns={[
        column('name', { fixed: true, opens: true, width: 'w-56' }),
        column('leader', { width: 'w-32' }),
        column('people', { cell: (row) => <span className="num">{membersOf(row)}</span>, value: membersOf }),
        column('twice', { width: 'w-24', extra: true }),
        column('note', { extra: true }),
        column('updatedMs', { width: 'w-40', wide: true }),
      ]}
      nameOf={(row) => row.name}
      emptyText={t('groupsEmpty')}
      form={(saved, onClose) => (
        <ResourceForm desk={markerGroupResourceCalls} saved={saved} onClose={onClose}>
          {(fields) => (
            <>
              <ResourceField of={fields} name="name" />
              <ResourceField of={fields} name="leaderId">
                {(control, { value, onChange }) => <LeaderChoice control={control} value={value} onChange={onChange} />}
              </ResourceField>
              <ResourceField of={fields} name="members" hint={t('quotaHint')}>
                {(control, { value, onChange }) => <MemberChoice control={control} value={value} onChange={onChange} />}
              </ResourceField>
              <ResourceField of={fields} name="twice" hint={t('twiceHint')} />
              <ResourceField of={fields} name="tolerance" />
              <ResourceField of={fields} name="note" />
            </>
          )}
        </ResourceForm>
      )}
    />
  );
}
