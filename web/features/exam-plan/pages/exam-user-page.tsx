import { useTranslation } from '../../../lib/i18n.ts';
import type { SeatedPerson } from '../../../../sync/contract/exam-seating.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { localList } from '../../../ui/local-list.ts';
import type { Column } from '../../../ui/table-columns.ts';
import { PhotoImport } from '../parts/photo-import.tsx';
import { PlanChoice } from '../parts/plan-choice.tsx';
import type { Seating } from '../seating-queries.ts';

const idChecks = ['right', 'wrong', 'none'] as const;
const filters = {
  keyword: textFilter,
  room: textFilter,
  idCheck: oneOfFilter(idChecks),
  photo: oneOfFilter(['yes', 'no']),
};

/** /teacher/exam/exam-user: the examinees of a plan with seat, number, photo and ID, and the problems of their data. */
export function ExamUserPage() {
  const { t } = useTranslation('seating');
  return <PlanChoice title={t('users')}>{(seating) => <Users key={seating.id} seating={seating} />}</PlanChoice>;
}

function Users({ seating }: { seating: Seating }) {
  const { t } = useTranslation('seating');
  const mayChange = useMayChange();
  const list = useListState({ filters });
  const { keyword, room, idCheck, photo } = list.filters;
  const find = (keyword ?? '').trim().toLowerCase();
  const fitting = seating.people.filter(
    (person) =>
      [person.name, person.ticketNo, person.seatLabel, person.className, person.employer, person.studentNo].some((text) =>
        text.toLowerCase().includes(find),
      ) &&
      (room === undefined || room === '' || String(person.roomId ?? 0) === room) &&
      (idCheck === undefined || person.idCheck === idCheck) &&
      (photo === undefined || (person.photo !== '') === (photo === 'yes')),
  );
  const columns: Column<SeatedPerson>[] = [
    { key: 'ticketNo', header: t('ticketNo'), sort: 'ticketNo', width: 'w-44', value: (row) => row.ticketNo },
    {
      key: 'photo',
      header: t('photo'),
      width: 'w-24',
      cell: (row) =>
        row.photo === '' ? (
          <Chip tone="kept" mark="ring">
            {t('noPhoto')}
          </Chip>
        ) : (
          <img src={row.photo} alt={row.name} className="h-8 w-6 rounded-sm object-cover" />
        ),
      value: (row) => t(row.photo === '' ? 'noPhoto' : 'hasPhoto'),
    },
    { key: 'name', header: t('name'), sort: 'name', fixed: true, width: 'w-32', value: (row) => row.name },
    {
      key: 'seat',
      header: t('seat'),
      sort: 'seat',
      width: 'w-40',
      cell: (row) => (row.seatLabel === '' ? <Chip mark="ring">{t('noSeat')}</Chip> : row.seatLabel),
      value: (row) => (row.seatLabel === '' ? t('noSeat') : row.seatLabel),
    },
    { key: 'variant', header: t('variant'), sort: 'variant', width: 'w-20', value: (row) => row.variant },
    { key: 'className', header: t('className'), sort: 'className', value: (row) => row.className },
    { key: 'employer', header: t('employer'), sort: 'employer', wide: true, value: (row) => row.employer },
    { key: 'studentNo', header: t('studentNo'), extra: true, sort: 'studentNo', value: (row) => row.studentNo },
    {
      key: 'idNumber',
      header: t('idNumber'),
      width: 'w-56',
      cell: (row) => (
        <span className="num inline-flex items-center gap-2">
          {row.idNumber}
          {row.idCheck === 'wrong' && (
            <Chip tone="seal" mark="square">
              {t('id_wrong')}
            </Chip>
          )}
          {row.idNumber === '' && <Chip mark="ring">{t('id_none')}</Chip>}
        </span>
      ),
      value: (row) => row.idNumber,
    },
  ];
  const seated = seating.people.filter((person) => person.roomId !== null).length;
  return (
    <>
      {mayChange && <PhotoImport seating={seating} />}
      <DataList
        name="exam-plan.users"
        caption={t('users')}
        title={seating.name}
        aside={<span className="num text-[13px] text-muted-foreground">{t('usersFigures', { n: seating.people.length, seated })}</span>}
        list={list}
        query={localList(fitting, columns, list)}
        columns={columns}
        keyOf={(row) => row.userId}
        nameOf={(row) => row.name}
        search={t('usersSearch')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="room"
              label={t('room')}
              all={t('allRooms')}
              choices={[
                ...seating.rooms.map((one) => ({ value: String(one.id), label: one.name })),
                ...(seating.rooms.length > 0 ? [{ value: '0', label: t('noSeat') }] : []),
              ]}
            />
            <FilterSelect
              list={list}
              name="idCheck"
              label={t('idCheck')}
              all={t('allIds')}
              choices={idChecks.map((value) => ({ value, label: t(`id_${value}`) }))}
            />
            <FilterSelect
              list={list}
              name="photo"
              label={t('photoFilter')}
              all={t('allPhotos')}
              choices={[
                { value: 'yes', label: t('hasPhoto') },
                { value: 'no', label: t('noPhoto') },
              ]}
            />
          </>
        }
        empty={{ title: t('nobody') }}
      />
    </>
  );
}
