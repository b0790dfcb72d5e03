import { useTranslation } from '../../../lib/i18n.ts';
import { markerGroupThing } from '../../../../sync/contract/exam-place.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useThingColumns } from '../../../platform/thing-columns.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import { ThingForm } from '../../../platform/thing-form.tsx';
import { ThingListPage } from '../../../platform/thing-list-page.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { LeaderChoice, MemberChoice } from '../parts/marker-choice.tsx';
import { groupDesk, type MarkerGroup } from '../room-desks.ts';

const filters = { keyword: textFilter };

/** /teacher/exam/marker-group: groups of markers, each with its marking leader and the quota of each member. */
export function MarkerGroupPage() {
  const { t } = useTranslation('examRoom');
  const { t: app } = useTranslation('app');
  const list = useListState({ filters, sort: 'name' });
  const groups = useListQuery('/markerGroup/getList', list.input);
  const column = useThingColumns(markerGroupThing)<MarkerGroup>();
  const membersOf = (row: MarkerGroup) => row.people.map(({ name, quota }) => (quota === 0 ? name : `${name} ${quota}`)).join('、');
  return (
    <ThingListPage
      desk={groupDesk}
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
        <ThingForm desk={groupDesk} saved={saved} onClose={onClose}>
          {(fields) => (
            <>
              <ThingField of={fields} name="name" />
              <ThingField of={fields} name="leaderId">
                {(control, { value, onChange }) => <LeaderChoice control={control} value={value} onChange={onChange} />}
              </ThingField>
              <ThingField of={fields} name="members" hint={t('quotaHint')}>
                {(control, { value, onChange }) => <MemberChoice control={control} value={value} onChange={onChange} />}
              </ThingField>
              <ThingField of={fields} name="twice" hint={t('twiceHint')} />
              <ThingField of={fields} name="tolerance" />
              <ThingField of={fields} name="note" />
            </>
          )}
        </ThingForm>
      )}
    />
  );
}
