import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { markerGroupResource } from '../../../../sync/contract/exams/exam-place.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceField, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { markerGroupResourceCalls, type MarkerGroup } from '../room-resource-calls.ts';
import { X } from 'lucide-react';
import { StaffChoice, useStaffName } from '../../../platform/choices/staff-choice.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';

function LeaderChoice({
  control,
  value,
  onChange,
}: {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation('examRoom');
  return <StaffChoice {...control} duty="marker" placeholder={t('choosePerson')} value={value} onChange={onChange} />;
}

type Members = { userId: number; quota: number }[];

/** Edits the members of a group: a chosen marker joins the list with a quota, and can be removed. */
function MemberChoice({ control, value, onChange }: { control: FieldControl; value: Members; onChange: (members: Members) => void }) {
  const { t } = useTranslation('examRoom');
  const nameOf = useStaffName('marker');
  return (
    <div className="flex flex-col gap-2">
      <StaffChoice
        {...control}
        duty="marker"
        placeholder={t('addMember')}
        value={null}
        without={value.map((one) => one.userId)}
        onChange={(userId) => userId !== null && onChange([...value, { userId, quota: 0 }])}
      />
      {value.length > 0 && (
        <ul aria-label={t('members')} className="overflow-hidden rounded-lg border">
          {value.map(({ userId, quota }) => (
            <li key={userId} className="flex items-center gap-2.5 border-b px-3 py-1.5 last:border-b-0">
              <span className="min-w-0 grow truncate">{nameOf(userId)}</span>
              <Input
                type="number"
                min={0}
                max={10_000}
                inputMode="numeric"
                aria-label={t('quota', { name: nameOf(userId) })}
                className="num h-8 w-24 text-right"
                value={quota}
                onChange={(event) => {
                  const typed = Math.min(10_000, Math.max(0, Math.trunc(Number(event.target.value) || 0)));
                  onChange(value.map((one) => (one.userId === userId ? { userId, quota: typed } : one)));
                }}
              />
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={t('dropMember', { name: nameOf(userId) })}
                onClick={() => onChange(value.filter((one) => one.userId !== userId))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const filters = { keyword: textFilter };

/** /teacher/exam/marker-group: groups of markers, each with its marking leader and the quota of each member. */
export function MarkerGroupPage() {
  const { t } = useTranslation('examRoom');
  const list = useListState({ filters, sort: 'name' });
  const groups = useListQuery('/markerGroup/getList', list.input);
  const column = useResourceColumns(markerGroupResource)<MarkerGroup>();
  const membersOf = (row: MarkerGroup) => joinWords(row.people.map(({ name, quota }) => (quota === 0 ? name : `${name} ${quota}`)));
  return (
    <ResourceListPage
      calls={markerGroupResourceCalls}

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
        <ResourceForm calls={markerGroupResourceCalls} saved={saved} onClose={onClose}>
          {(fields) => (
            <>
              <ResourceField context={fields} name="name" />
              <ResourceField context={fields} name="leaderId">
                {(control, { value, onChange }) => <LeaderChoice control={control} value={value} onChange={onChange} />}
              </ResourceField>
              <ResourceField context={fields} name="members" hint={t('quotaHint')}>
                {(control, { value, onChange }) => <MemberChoice control={control} value={value} onChange={onChange} />}
              </ResourceField>
              <ResourceField context={fields} name="twice" hint={t('twiceHint')} />
              <ResourceField context={fields} name="tolerance" />
              <ResourceField context={fields} name="note" />
            </>
          )}
        </ResourceForm>
      )}
    />
  );
}
