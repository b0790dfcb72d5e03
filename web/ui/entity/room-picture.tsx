import { Fragment, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { SeatMark } from '../../../sync/contract/exams/seat-codes.ts';
import { mapSeatMarks, formatPlaceKey, type RoomShape, type RoomLayoutSeat, listRoomSeats } from '../../../sync/domain/exams/room-seats.ts';
import { cn } from '../../lib/cn.ts';
import { listNumbersTo } from '../../../sync/domain/numbers.ts';

export interface RoomPlace {
  readonly row: number;
  readonly column: number;
  readonly key: string;
  readonly seat: RoomLayoutSeat | undefined;
  readonly mark: SeatMark | undefined;
}

interface RoomPictureProps {
  room: RoomShape & { readonly aisles: readonly number[] };
  label: string;
  /** Renders one place of the room. Its focusable element must have `data-place`; arrow keys move between these elements. */
  children: (place: RoomPlace) => ReactNode;
  className?: string;
  /** Minimum width of a place as a CSS length; not set on paper. */
  placeWidth?: string;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Draws the seating plan of an exam room, with the front (讲台) at the top. Used by the room editor, the seat arrangement and the prints. */
export function RoomPicture({ room, label, children, className, placeWidth = '0' }: RoomPictureProps) {
  const { t } = useTranslation('seats');
  const { rows, columns, aisles } = room;
  const places = useMemo(() => {
    const seats = new Map(listRoomSeats(room).map((seat) => [formatPlaceKey(seat.row, seat.column), seat]));
    const marks = mapSeatMarks(room);
    return (row: number, column: number): RoomPlace => {
      const key = formatPlaceKey(row, column);
      return { row, column, key, seat: seats.get(key), mark: marks.get(key) };
    };
  }, [room]);
  const hasAisle = (column: number): boolean => column < columns && aisles.includes(column);
  const template = listNumbersTo(columns)
    .map((column) => `minmax(${placeWidth}, 1fr)${hasAisle(column) ? ' 1.5rem' : ''}`)
    .join(' ');
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = steps[event.key];
    const from = (event.target as HTMLElement).dataset['place'];
    if (step === undefined || from === undefined) return;
    const [row = 0, column = 0] = from.split('.').map(Number);
    for (let n = 1; n <= Math.max(rows, columns); n += 1) {
      const key = formatPlaceKey(row + step[0] * n, column + step[1] * n);
      const next = event.currentTarget.querySelector<HTMLElement>(`[data-place="${key}"]`);
      if (next === null) continue;
      event.preventDefault();
      next.focus();
      return;
    }
  };
  return (
    <div role="group" aria-label={label} className={cn('flex flex-col gap-2', className)} onKeyDown={walk}>
      <div className="mx-auto w-1/2 rounded-md bg-muted py-0.5 text-center text-[13px] text-muted-foreground print:border print:border-black print:bg-white print:text-black">
        {t('platform')}
      </div>
      <div className="grid gap-1.5" style={{ gridTemplateColumns: template }}>
        {listNumbersTo(rows).map((row) => (
          <Fragment key={row}>
            {listNumbersTo(columns).map((column) => (
              <Fragment key={column}>
                {children(places(row, column))}
                {hasAisle(column) && (
                  <span
                    aria-hidden
                    className="grid place-items-center text-[11px] leading-tight text-muted-foreground [writing-mode:vertical-rl]"
                  >
                    {row === Math.ceil(rows / 2) && t('aisle')}
                  </span>
                )}
              </Fragment>
            ))}
          </Fragment>
        ))}
      </div>
    </div>
  );
}
