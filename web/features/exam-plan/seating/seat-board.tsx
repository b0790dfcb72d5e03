import { useTranslation } from '../../../lib/i18n.ts';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { cn } from '../../../lib/cn.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';
import { getVariantAtPlace } from '../../../../sync/domain/exams/room-seats.ts';
import type { RoomWithPeople } from './seating-queries.ts';

/** Shows the letter of a paper variant. */
export function VariantMark({ variant }: { variant: string }) {
  return (
    <b
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded border border-foreground text-[11px] leading-none',
        variant === 'A' && 'bg-foreground text-background',
      )}
    >
      {variant}
    </b>
  );
}

interface SeatBoardProps {
  of: RoomWithPeople;
  variants: readonly string[];
  watched: string;
  /** The examinee who is picked up to be moved. */
  held: SeatedExaminee | null;
  /** Puts the held examinee on a seat; absent if the board is read-only. */
  onPlace?: (seatNo: number, person: SeatedExaminee | undefined) => void;
  onHold?: (person: SeatedExaminee | null) => void;
}

/** Shows a room with its seats. A click or drag picks an examinee up; a second click or the drop moves the examinee to another seat. */
export function SeatBoard({ of: { room, seats, people, bySeat }, variants, watched, held, onPlace, onHold }: SeatBoardProps) {
  const { t } = useTranslation('seating');
  const { t: word } = useTranslation('seats');
  return (
    <Panel
      title={
        <>
          {room.name}
          <span className="ml-2 text-[13px] font-normal text-muted-foreground">
            {[room.place, room.location, watched].filter(Boolean).join(' · ')}
          </span>
        </>
      }
      aside={<span className="num text-[13px]">{`${people.length} / ${seats.length}`}</span>}
      bodyClassName="px-3.5 py-3 overflow-x-auto"
    >
      <RoomPicture room={room} label={t('roomOf', { room: room.name, n: people.length, of: seats.length })} placeWidth="4.75rem">
        {({ key, seat, mark, row, column }) => {
          if (seat === undefined)
            return (
              <div
                key={key}
                className={cn(
                  'grid min-h-14 place-items-center rounded-md border border-dashed text-[12px] text-muted-foreground',
                  mark === 'pillar' && '[background-image:repeating-linear-gradient(135deg,var(--border)_0_3px,transparent_3px_8px)]',
                )}
              >
                {mark !== undefined && mark !== 'gap' && <span className="rounded bg-card px-1">{word(mark)}</span>}
              </div>
            );
          const person = bySeat.get(seat.no);
          const isHeld = held !== null && person?.userId === held.userId;
          const no = String(seat.no).padStart(2, '0');
          const name = person === undefined ? t('freeSeat', { no }) : t('seatOf', { no, name: person.name });
          const look = cn(
            'flex min-h-14 min-w-0 flex-col rounded-md border px-1.5 py-1 text-left',
            person === undefined ? 'border-dashed' : 'bg-card',
            mark === 'accessible' && 'border-primary',
            isHeld && 'border-2 border-dashed border-primary bg-primary-soft',
            onPlace !== undefined && held !== null && !isHeld && 'hover:border-primary hover:bg-primary-soft',
          );
          const said = (
            <>
              <span className="num flex items-center justify-between gap-1 text-[12px] text-muted-foreground">
                {no}
                {variants.length > 1 && <VariantMark variant={getVariantAtPlace(row, column, variants)} />}
              </span>
              <span className={cn('truncate text-sm', person === undefined ? 'text-muted-foreground' : 'font-semibold')}>
                {person?.name ?? t('empty')}
              </span>
              <span className="truncate text-[11.5px] text-muted-foreground">{person?.employer || person?.className}</span>
            </>
          );
          if (onPlace === undefined)
            return (
              <div key={key} className={look} aria-label={name}>
                {said}
              </div>
            );
          return (
            <button
              key={key}
              type="button"
              data-place={key}
              aria-label={name}
              aria-pressed={isHeld}
              draggable={person !== undefined}
              onDragStart={() => onHold?.(person ?? null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                onPlace(seat.no, person);
              }}
              onClick={() => onPlace(seat.no, person)}
              className={look}
            >
              {said}
            </button>
          );
        }}
      </RoomPicture>
    </Panel>
  );
}
