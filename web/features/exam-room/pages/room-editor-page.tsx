import { Plus, Accessibility } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel } from '../../../lib/punctuation.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState, QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useExamPlace, useExamRoom, useRoomsOfPlace, type ExamRoom, examRoomResourceCalls } from '../room-resource-calls.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { maxRoomSpan } from '../../../../sync/contract/exams/exam-place.ts';
import { seatNumberings, type SeatMark, seatMarks } from '../../../../sync/contract/exams/seat-codes.ts';
import { listRoomSeats, formatMachineName, formatPlaceKey, type RoomShape } from '../../../../sync/domain/exams/room-seats.ts';
import { FormBody } from '../../../platform/forms/form-frame.tsx';
import { ResourceField, useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { DraftChip } from '../../../ui/form/draft-note.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { type RoomPlace, RoomPicture } from '../../../ui/entity/room-picture.tsx';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** /teacher/exam/exam-room/{id}: the rooms of a place, and the editor of one room. The room is part of the URL. */
export function RoomEditorPage() {
  const { t } = useTranslation('examRoom');
  const mayChange = useCanChangeData();
  const placeId = Number(useParams()['id']);
  const [params, setParams] = useSearchParams();
  const place = useExamPlace(placeId);
  const rooms = useRoomsOfPlace(placeId);
  const roomParam = params.get('room');
  const first = rooms.data?.items[0]?.id;
  const roomId = roomParam === 'new' ? null : roomParam === null ? (first ?? null) : Number(roomParam);
  const room = useExamRoom(roomId);
  const isNew = roomParam === 'new' && mayChange;
  const failed = place.error ?? rooms.error;
  if (failed !== null && rooms.data === undefined) return <QueryFailure error={failed} onRetry={() => void rooms.refetch()} />;
  const choose = (id: string) => setParams({ room: id }, { replace: true });
  const seats = rooms.data?.items.reduce((sum, one) => sum + one.seatCount, 0) ?? 0;
  const add = mayChange && (
    <Button variant="primary" onClick={() => choose('new')}>
      <Plus aria-hidden />
      {t('newRoom')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={place.data === undefined ? <Skeleton className="h-7 w-60" /> : t('roomsOf', { place: place.data.name })}
        titleExtra={
          <span className="num text-[13px] text-muted-foreground">{t('roomSummary', { rooms: rooms.data?.items.length ?? 0, seats })}</span>
        }
        actions={
          <>
            <LinkButton to="/teacher/exam/exam-place">{t('backToPlaces')}</LinkButton>
            {add}
          </>
        }
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)]">
        <Panel title={t('roomList')}>
          {rooms.data === undefined && <Skeleton className="m-3 h-24" />}
          {rooms.data?.items.length === 0 && <p className="px-3.5 py-4 text-[13px] text-muted-foreground">{t('noRooms')}</p>}
          <ul>
            {rooms.data?.items.map((one) => (
              <li key={one.id} className="border-b last:border-b-0">
                <button
                  type="button"
                  aria-current={one.id === roomId}
                  onClick={() => choose(String(one.id))}
                  className={cn(
                    'flex w-full items-center gap-2 px-3.5 py-2 text-left hover:bg-muted/55',
                    one.id === roomId && 'bg-primary-soft font-semibold text-accent-foreground',
                  )}
                >
                  <span className="min-w-0 grow">
                    <span className="block truncate">{one.name}</span>
                    <span className="block truncate text-[12.5px] font-normal text-muted-foreground">{one.location}</span>
                  </span>
                  {one.open ? (
                    <span className="num text-[13px] font-normal text-muted-foreground">{t('seatCount', { count: one.seatCount })}</span>
                  ) : (
                    <Chip mark="square">{t('closed')}</Chip>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Panel>
        {isNew && <RoomEditor key="new" placeId={placeId} saved={null} onSaved={() => setParams({}, { replace: true })} />}
        {!isNew && roomId !== null && room.data === undefined && <LoadingState query={room} className="h-96 rounded-xl" />}
        {!isNew && room.data !== undefined && (
          <RoomEditor
            key={`${room.data.id}.${room.data.version}`}
            placeId={placeId}
            saved={room.data}
            onSaved={() => undefined}
            onRemoved={() => setParams({}, { replace: true })}
          />
        )}
        {!isNew && rooms.data !== undefined && roomId === null && (
          <Panel>
            <EmptyState title={t('noRooms')} action={add}>
              {t('noRoomsText')}
            </EmptyState>
          </Panel>
        )}
      </div>
    </div>
  );
}

type Marks = { row: number; column: number; kind: SeatMark }[];

interface RoomDrawingProps {
  room: RoomShape & { readonly aisles: readonly number[] };
  machines: string;
  marks: Marks;
  /** Receives all marks of the room (gaps, pillars and special seats) after a click on a cell of the drawing; absent if the drawing is read-only. */
  onMark?: (marks: Marks) => void;
}

const looks: Readonly<Record<SeatMark | 'seat', string>> = {
  seat: 'border-input bg-card',
  gap: 'border-dashed border-border bg-transparent',
  pillar: 'border-border [background-image:repeating-linear-gradient(135deg,var(--border)_0_3px,transparent_3px_8px)]',
  spare: 'border-dashed border-input bg-muted',
  accessible: 'border-primary bg-primary-soft',
};

/** Returns the mark that the next click gives a cell of the drawing. The cycle is: plain seat, the marks in their order, plain seat. */
const getNextMark = (mark: SeatMark | undefined): SeatMark | undefined =>
  mark === undefined ? seatMarks[0] : seatMarks[seatMarks.indexOf(mark) + 1];

/** Draws a room as a grid of cells. A click on a cell changes its mark. */
function RoomDrawing({ room, machines, marks, onMark }: RoomDrawingProps) {
  const { t } = useTranslation(['seats', 'words']);
  const { t: own } = useTranslation('examRoom');
  const press = ({ row, column, key, mark }: RoomPlace): void => {
    const kind = getNextMark(mark);
    const rest = marks.filter((one) => formatPlaceKey(one.row, one.column) !== key && one.row <= room.rows && one.column <= room.columns);
    onMark?.(kind === undefined ? rest : [...rest, { row, column, kind }]);
  };
  return (
    <RoomPicture room={room} label={own('picture')}>
      {(place) => {
        const { seat, mark } = place;
        const look = cn('flex min-h-12 min-w-0 flex-col items-start rounded-md border px-1.5 py-1 text-left', looks[mark ?? 'seat']);
        const content = (
          <>
            <span className="num flex w-full items-center gap-1 text-sm font-semibold">
              {seat ? padTwoDigits(seat.no) : mark !== undefined && mark !== 'gap' && <b className="font-normal">{t(mark)}</b>}
              {mark === 'accessible' && <Accessibility aria-hidden className="size-3.5" />}
            </span>
            {seat && <span className="w-full truncate text-[11px] text-muted-foreground">{formatMachineName(machines, seat)}</span>}
          </>
        );
        if (onMark === undefined)
          return (
            <div key={place.key} className={look}>
              {content}
            </div>
          );
        // The button covers its content, so that every click has the same target. If a click hit a child that the new mark replaces, the press guard
        // of the application (`press-guard.ts`) would take a quick second click for a double click and drop it.
        return (
          <div key={place.key} className={cn(look, 'relative hover:border-primary')}>
            {content}
            <button
              type="button"
              data-place={place.key}
              aria-label={addLabel(
                t('place', { row: place.row, column: place.column }),
                [t(mark ?? 'words:seat'), seat?.no].join(' ').trim(),
              )}
              onClick={() => press(place)}
              className="absolute inset-0 cursor-pointer rounded-md"
            />
          </div>
        );
      }}
    </RoomPicture>
  );
}

interface RoomEditorProps {
  placeId: number;
  /** Null for a new room. */
  saved: ExamRoom | null;
  onSaved: () => void;
  onRemoved?: () => void;
}

/** Edits a room: fields on the left, the drawing for gaps and pillars on the right. */
function RoomEditor({ placeId, saved, onSaved, onRemoved }: RoomEditorProps) {
  const { t } = useTranslation('examRoom');
  const mayChange = useCanChangeData();
  const calls = { ...examRoomResourceCalls, blank: { ...examRoomResourceCalls.blank, placeId } };
  const saving = useResourceForm(calls, saved, { savedText: t('saved'), onSaved });
  const { form, draft, busy } = saving;
  const fields = { form, calls };
  const [rows, columns, marks, aisles, numbering, machines] = useWatch({
    control: form.control,
    name: ['rows', 'columns', 'marks', 'aisles', 'numbering', 'machines'],
  });
  // A number field may be empty or invalid while it is edited; the drawing then shows one row or column.
  const clampSpan = (value: number): number => (Number.isInteger(value) && value >= 1 ? Math.min(value, maxRoomSpan) : 1);
  const shape = { rows: clampSpan(rows), columns: clampSpan(columns), marks, aisles, numbering };
  const figure = { type: 'number', min: 1, max: maxRoomSpan, inputMode: 'numeric' as const, className: 'num' };
  return (
    <FormBody saving={saving} className="flex min-w-0 flex-col gap-3.5">
      <div className="grid items-start gap-3.5 xl:grid-cols-[300px_minmax(0,1fr)]">
        <Panel bodyClassName="flex flex-col gap-3.5 px-4 py-3.5">
          <ResourceField context={fields} name="name" />
          <ResourceField context={fields} name="location" />
          <div className="grid grid-cols-2 gap-3">
            <ResourceField context={fields} name="rows">
              {(control) => <Input {...control} {...figure} {...form.register('rows', { valueAsNumber: true })} />}
            </ResourceField>
            <ResourceField context={fields} name="columns">
              {(control) => <Input {...control} {...figure} {...form.register('columns', { valueAsNumber: true })} />}
            </ResourceField>
          </div>
          <ResourceField context={fields} name="aisles" hint={t('aislesHint')}>
            {({ 'aria-invalid': _invalid, 'aria-required': _required, ...control }, { value, onChange }) => (
              <MultiSelect
                {...control}
                values={value.map(String)}
                onChange={(values) => onChange(values.map(Number).toSorted((a, b) => a - b))}
                choices={Array.from({ length: shape.columns - 1 }, (_, at) => ({
                  value: String(at + 1),
                  label: t('afterColumn', { n: at + 1 }),
                }))}
                none={t('noAisle')}
              />
            )}
          </ResourceField>
          <ResourceField context={fields} name="numbering">
            {({ 'aria-required': _required, ...control }, { value, onChange }) => (
              <Select
                {...control}
                value={value}
                onChange={onChange}
                choices={seatNumberings.map((each) => ({ value: each, label: t(`numbering_${each}`) }))}
              />
            )}
          </ResourceField>
          <ResourceField context={fields} name="machines" hint={t('machinesHint')} />
          <ResourceField context={fields} name="note" />
          <ResourceField context={fields} name="open" />
        </Panel>
        <Panel
          title={t('picture')}
          aside={<span className="num text-[13px] text-muted-foreground">{t('seatCount', { count: listRoomSeats(shape).length })}</span>}
          bodyClassName="flex flex-col gap-3 px-4 py-3.5"
        >
          <ResourceField context={fields} name="marks" {...(mayChange && { hint: t('pictureHint') })}>
            {(_control, { value, onChange }) => (
              <RoomDrawing room={shape} machines={machines} {...(mayChange && { onMark: onChange })} marks={value} />
            )}
          </ResourceField>
          {mayChange && (
            <div className="flex flex-wrap items-center justify-end gap-2.5 border-t pt-3.5">
              <span className="mr-auto">
                <DraftChip draft={draft} />
              </span>
              {saved !== null && onRemoved !== undefined && <RemoveRoom room={saved} onRemoved={onRemoved} />}
              <Button type="submit" variant="primary" busy={busy}>
                {t('save')}
              </Button>
            </div>
          )}
        </Panel>
      </div>
    </FormBody>
  );
}

function RemoveRoom({ room, onRemoved }: { room: ExamRoom; onRemoved: () => void }) {
  const { t } = useTranslation(['examRoom', 'words']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('remove')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('remove')}
          confirm={t('remove')}
          tone="sealSolid"
          run={(quiet) => examRoomResourceCalls.remove({ id: room.id, version: room.version }, quiet)}
          invalidates={['/examRoom']}
          doneText={t('words:removed')}
          onDone={onRemoved}
          onClose={() => setIsAsking(false)}
        >
          {t('removeAsk', { name: room.name })}
        </ConfirmDialog>
      )}
    </>
  );
}
