import { useTranslation } from '../../../lib/i18n.ts';
import { examPlaceResource } from '../../../../sync/contract/exams/exam-place.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { useResourceColumns } from '../../../platform/forms/resource-columns.ts';
import { ResourceFormFields } from '../../../platform/forms/resource-fields.tsx';
import { ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { RoomImport } from '../parts/room-import.tsx';
import { type ExamPlace, examPlaceResourceCalls } from '../room-resource-calls.ts';

const filters = { keyword: textFilter };

/** /teacher/exam/exam-place: places where exams are held. A row opens the rooms of the place. */
export function PlaceListPage() {
  const { t } = useTranslation('examRoom');
  const mayChange = useCanChangeData();
  const { t: app } = useTranslation('app');
  const list = useListState({ filters, sort: 'name' });
  const places = useListQuery('/examPlace/getList', list.input);
  const column = useResourceColumns(examPlaceResource)<ExamPlace>();
  const roomsOf = (row: ExamPlace) => `/teacher/exam/exam-room/${row.id}`;
  return (
    <ResourceListPage
      desk={examPlaceResourceCalls}
      title={app('titles.places')}
      list={list}
      query={places}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('address'),
        column('roomCount', { width: 'w-24', align: 'right' }),
        column('seatCount', { width: 'w-24', align: 'right' }),
        column('open', { width: 'w-20' }),
        column('way', { extra: true }),
        column('phone', { extra: true }),
        column('updatedMs', { width: 'w-40', wide: true }),
      ]}
      nameOf={(row) => row.name}
      open={roomsOf}
      actions={(row) => [{ label: t('openRooms'), to: roomsOf(row), next: row.roomCount === 0 }]}
      hint={mayChange && <RoomImport />}
      emptyText={t('placesEmpty')}
      form={(saved, onClose) => (
        <ResourceForm desk={examPlaceResourceCalls} saved={saved} onClose={onClose}>
          {(fields) => (
            <ResourceFormFields
              of={fields}
              looks={{
                way: { rows: 2, hint: t('wayHint') },
                phone: { line: { inputMode: 'tel', maxLength: 40, className: 'w-56' } },
              }}
            />
          )}
        </ResourceForm>
      )}
    />
  );
}
