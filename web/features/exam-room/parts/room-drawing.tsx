import { Accessibility } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type SeatMark, seatMarks } from '../../../../sync/contract/exams/seat-codes.ts';
import { formatMachineName, formatPlaceKey, type RoomShape } from '../../../../sync/domain/exams/room-seats.ts';
import { cn } from '../../../lib/cn.ts';
import { type RoomPlace, RoomPicture } from '../../../ui/entity/room-picture.tsx';

type Marks = { row: number; column: number; kind: SeatMark }[];

interface RoomDrawingProps {
  room: RoomShape & { readonly aisles: readonly number[] };
  machines: string;
  marks: Marks;
  /** Absent if the drawing is read-only. */
  onMark?: (marks: Marks) => void;
}

const looks: Readonly<Record<SeatMark | 'seat', string>> = {
  seat: 'border-input bg-card',
  gap: 'border-dashed border-border bg-transparent',
  pillar: 'border-border [background-image:repeating-linear-gradient(135deg,var(--border)_0_3px,transparent_3px_8px)]',
  spare: 'border-dashed border-input bg-muted',
  accessible: 'border-primary bg-primary-soft',
};

/** Returns the next mark in the cycle: plain seat, the marks in their order, plain seat. */
const nextMark = (mark: SeatMark | undefined): SeatMark | undefined =>
  mark === undefined ? seatMarks[0] : seatMarks[seatMarks.indexOf(mark) + 1];

/** Draws a room. A click on a place changes its mark. */
export function RoomDrawing({ room, machines, marks, onMark }: RoomDrawingProps) {
  const { t } = useTranslation('seats');
  const { t: own } = useTranslation('examRoom');
  const press = ({ row, column, key, mark }: RoomPlace): void => {
    const kind = nextMark(mark);
    const rest = marks.filter((one) => formatPlaceKey(one.row, one.column) !== key && one.row <= room.rows && one.column <= room.columns);
    onMark?.(kind === undefined ? rest : [...rest, { row, column, kind }]);
  };
  return (
    <RoomPicture room={room} label={own('picture')}>
      {(place) => {
        const { seat, mark } = place;
        const look = cn('flex min-h-12 min-w-0 flex-col items-start rounded-md border px-1.5 py-1 text-left', looks[mark ?? 'seat']);
        const said = (
          <>
            <span className="num flex w-full items-center gap-1 text-sm font-semibold">
              {seat ? String(seat.no).padStart(2, '0') : mark !== undefined && mark !== 'gap' && <b className="font-normal">{t(mark)}</b>}
              {mark === 'accessible' && <Accessibility aria-hidden className="size-3.5" />}
            </span>
            {seat && <span className="w-full truncate text-[11px] text-muted-foreground">{formatMachineName(machines, seat)}</span>}
          </>
        );
        if (onMark === undefined)
          return (
            <div key={place.key} className={look}>
              {said}
            </div>
          );
        // The button covers its content, so every click has the same target. A child that the new mark replaces would make the press guard drop a
        // quick second click.
        return (
          <div key={place.key} className={cn(look, 'relative hover:border-primary')}>
            {said}
            <button
              type="button"
              data-place={place.key}
              aria-label={`${t('place', { row: place.row, column: place.column })}：${[t(mark ?? 'seat'), seat?.no].join(' ').trim()}`}
              onClick={() => press(place)}
              className="absolute inset-0 cursor-pointer rounded-md"
            />
          </div>
        );
      }}
    </RoomPicture>
  );
}
