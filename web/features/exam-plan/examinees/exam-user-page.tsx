import { useTranslation } from '../../../lib/i18n.ts';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { createLocalListQuery } from '../../../ui/list/local-list.ts';
import type { Column } from '../../../ui/list/table-columns.ts';
import { PhotoImport } from './photo-import.tsx';
import { PlanChoice } from '../plan/plan-choice.tsx';
import type { PlanSeatingView } from '../seating/seating-queries.ts';
import { nameColumn } from '../../../ui/list/columns.tsx';

const idChecks = ['right', 'wrong', 'none'] as const;
const filters = {
  keyword: textFilter,
  room: textFilter,
  idCheck: createOneOfFilter(idChecks),
  photo: createOneOfFilter(['yes', 'no']),
};

/** /teacher/exam/exam-user: the examinees of a plan with seat, number, photo and ID, and the problems of their data. */
export function ExamUserPage() {
  const { t } = useTranslation('seating');
  return <PlanChoice title={t('users')}>{(seating) => <Users key={seating.id} seating={seating} />}</PlanChoice>;
}

function Users({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  const mayChange = useCanChangeData();
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
  const hasRooms = seating.rooms.length > 0;
  const seatColumn: Column<SeatedExaminee> = {
    key: 'seat',
    header: t('seat'),
    sort: 'seat',
    width: 'w-40',
    cell: (row) => (row.seatLabel === '' ? <Chip mark="ring">{t('noSeat')}</Chip> : row.seatLabel),
    value: (row) => (row.seatLabel === '' ? t('noSeat') : row.seatLabel),
  };
  const columns: Column<SeatedExaminee>[] = [
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
    nameColumn(t('name'), (row) => row.name, { width: 'w-32' }),
    ...(hasRooms ? [seatColumn] : []),
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
        aside={
          <span className="num text-[13px] text-muted-foreground">
            {hasRooms ? t('usersFigures', { n: seating.people.length, seated }) : t('people', { n: seating.people.length })}
          </span>
        }
        list={list}
        query={createLocalListQuery(fitting, columns, list)}
        columns={columns}
        keyOf={(row) => row.userId}
        nameOf={(row) => row.name}
        search={t('usersSearch')}
        filters={
          <>
            {hasRooms && (
              <FilterSelect
                list={list}
                name="room"
                label={t('room')}
                all={t('allRooms')}
                choices={[...seating.rooms.map((one) => ({ value: String(one.id), label: one.name })), { value: '0', label: t('noSeat') }]}
              />
            )}
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
