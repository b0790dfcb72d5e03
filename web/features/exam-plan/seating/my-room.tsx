import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';
import type { OwnExamArrangement } from './seating-queries.ts';

/** Shows the room with the examinee's own seat, and no other examinee's name. */
export function MyRoom({ exam: { room, seatNo, me } }: { exam: OwnExamArrangement }) {
  const { t } = useTranslation('myArrangement');
  const { t: word } = useTranslation('seats');
  if (room === null) return null;
  return (
    <div className="flex flex-col gap-3.5">
      <p className="num">
        <b className="text-lg font-semibold">{me.seatLabel}</b>
        <span className="ml-3 text-muted-foreground">{[room.place, room.location].filter(Boolean).join(' ')}</span>
      </p>
      <RoomPicture room={room} label={t('roomPicture', { room: room.name, seat: me.seatLabel })} className="max-w-2xl">
        {({ key, seat, mark }) => {
          const mine = seat !== undefined && seat.no === seatNo;
          return (
            <div
              key={key}
              {...(mine && { 'aria-current': true })}
              className={cn(
                'num grid min-h-9 place-items-center rounded-md border text-[13px]',
                seat === undefined && 'border-dashed text-muted-foreground',
                mine && 'border-primary bg-primary font-bold text-primary-foreground',
              )}
            >
              {seat !== undefined ? (mine ? t('mySeat', { n: seat.no }) : seat.no) : mark !== undefined && mark !== 'gap' && word(mark)}
            </div>
          );
        }}
      </RoomPicture>
    </div>
  );
}
