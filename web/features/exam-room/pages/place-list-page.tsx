import { useTranslation } from '../../../lib/i18n.ts';
import { examPlaceThing } from '../../../../sync/contract/exam-place.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useThingColumns } from '../../../platform/thing-columns.ts';
import { ThingFields } from '../../../platform/thing-fields.tsx';
import { ThingForm } from '../../../platform/thing-form.tsx';
import { ThingListPage } from '../../../platform/thing-list-page.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { RoomImport } from '../parts/room-import.tsx';
import { type Place, placeDesk } from '../room-desks.ts';

const filters = { keyword: textFilter };

/** /teacher/exam/exam-place: places where exams are held. A row opens the rooms of the place. */
export function PlaceListPage() {
  const { t } = useTranslation('examRoom');
  const mayChange = useMayChange();
  const { t: app } = useTranslation('app');
  const list = useListState({ filters, sort: 'name' });
  const places = useListQuery('/examPlace/getList', list.input);
  const column = useThingColumns(examPlaceThing)<Place>();
  const roomsOf = (row: Place) => `/teacher/exam/exam-room/${row.id}`;
  return (
    <ThingListPage
      desk={placeDesk}
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
        <ThingForm desk={placeDesk} saved={saved} onClose={onClose}>
          {(fields) => (
            <ThingFields
              of={fields}
              looks={{
                way: { rows: 2, hint: t('wayHint') },
                phone: { line: { inputMode: 'tel', maxLength: 40, className: 'w-56' } },
              }}
            />
          )}
        </ThingForm>
      )}
    />
  );
}
