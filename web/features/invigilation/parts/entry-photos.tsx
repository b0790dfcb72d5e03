import { useEffect } from 'react';
import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import { cn } from '../../../lib/cn.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatSeatName } from '../model/room-command-input.ts';
import type { SeatView } from '../model/seat-view.ts';

type PlanRoom = Pick<RoomBoard, 'planId' | 'roomId'>;

const frame = 'grid h-36 w-28 flex-none place-items-center rounded-md border p-1 text-center text-[13px]';

/** Shows the stored photo of an examinee beside the one that their PC took at entry. */
export function PhotoPair({ seat, url, atMs }: { seat: SeatView; url: string | null; atMs: number | null }) {
  const { t } = useTranslation(['invigilation', 'camera']);
  return (
    <div className="flex flex-none gap-2">
      <figure className="flex-none">
        {seat.photo === '' ? (
          <span className={cn(frame, 'border-dashed text-muted-foreground')}>{t('noPhoto')}</span>
        ) : (
          <img src={seat.photo} alt={t('storedPhoto')} className="h-36 w-28 rounded-md border object-cover" />
        )}
        <figcaption className="mt-1 text-center text-xs text-muted-foreground">{t('storedPhoto')}</figcaption>
      </figure>
      {seat.entryPhoto !== 'notAsked' && (
        <figure className="flex-none">
          {url === null ? (
            <span className={cn(frame, 'border-dashed text-kept-ink')}>{t(`camera:outcome_${seat.entryPhoto}`)}</span>
          ) : (
            <img src={url} alt={t('camera:kind_entry')} className="h-36 w-28 rounded-md border object-cover" />
          )}
          <figcaption className="num mt-1 text-center text-xs text-muted-foreground">
            {atMs === null ? t('camera:kind_entry') : t('takenAt', { time: formatClock(atMs) })}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** Finds the photo at entry of a room's examinees, and fetches them again when one has arrived. */
function useEntryPhotos({ planId, roomId }: PlanRoom, seats: readonly SeatView[]) {
  const { data, error, refetch } = useCall('/invigilation/getEntryPhotos', { planId, roomId }, { quiet: true, staleTime: 0 });
  const arrived = seats.map((seat) => seat.entryPhoto).join(' ');
  useEffect(() => void refetch(), [arrived, refetch]);
  return { failed: error !== null, of: (userId: number) => data?.items.find((item) => item.userId === userId) };
}

/** Shows the stored photo of the examinee at one seat beside the photo that the PC took at entry. */
export function SeatPhotos({ room, seat }: { room: PlanRoom; seat: SeatView }) {
  const photo = useEntryPhotos(room, [seat]).of(seat.userId);
  return <PhotoPair seat={seat} url={photo?.url ?? null} atMs={photo?.url ? photo.atMs : null} />;
}

interface EntryPhotosProps {
  readonly room: PlanRoom;
  readonly seats: readonly SeatView[];
  /** False if this tablet cannot record commands yet. */
  readonly ready: boolean;
  /** Marks that the person at the seat is the examinee. */
  readonly onMatches: (seat: SeatView) => void;
  /** Opens the identity check, for a person in doubt. */
  readonly onDoubt: (seat: SeatView) => void;
  readonly onClose: () => void;
}

const rank = { differs: 0, unchecked: 1, matches: 2 } as const;

/** Compares the photos of all seats of a room, those to be checked first. */
export function EntryPhotos({ room, seats, ready, onMatches, onDoubt, onClose }: EntryPhotosProps) {
  const { t } = useTranslation('invigilation');
  const photos = useEntryPhotos(room, seats);
  const uncheckedCount = seats.filter((seat) => seat.identity === 'unchecked').length;
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={onClose}
      title={t('entryPhotos')}
      description={t('entryPhotosText', { count: uncheckedCount })}
    >
      {photos.failed && <Strip tone="kept">{t('entryPhotosOffline')}</Strip>}
      <ul className="grid gap-3">
        {seats
          .toSorted((a, b) => rank[a.identity] - rank[b.identity] || a.seatNo - b.seatNo)
          .map((seat) => {
            const photo = photos.of(seat.userId);
            // If a picture is missing, there is nothing to compare, and only the check at the seat is offered.
            const isComparable = seat.photo !== '' && typeof photo?.url === 'string';
            const doubt = isComparable ? 'notSamePerson' : 'checkAtSeat';
            return (
              <li key={seat.userId} aria-label={formatSeatName(seat)} className="flex flex-wrap gap-4 rounded-lg border bg-card p-3">
                <PhotoPair seat={seat} url={photo?.url ?? null} atMs={photo?.url ? photo.atMs : null} />
                <div className="flex min-w-40 grow flex-col">
                  <b className="text-base font-semibold">{formatSeatName(seat)}</b>
                  <span className="num text-[13px] text-muted-foreground">
                    {t('idTail')} {seat.idTail === '' ? t('noIdTail') : seat.idTail}
                  </span>
                  <span className={cn('text-[13px]', seat.identity === 'differs' ? 'text-seal' : 'text-muted-foreground')}>
                    {t(`identity_${seat.identity}`)}
                  </span>
                  <span className="mt-auto flex flex-wrap gap-2 pt-2">
                    {seat.identity !== 'matches' && isComparable && (
                      <Button size="lg" variant="primary" disabled={!ready} onClick={() => onMatches(seat)}>
                        {t('samePerson')}
                      </Button>
                    )}
                    <Button size="lg" disabled={!ready} onClick={() => onDoubt(seat)}>
                      {t(seat.identity === 'unchecked' ? doubt : 'lookAgain')}
                    </Button>
                  </span>
                </div>
              </li>
            );
          })}
      </ul>
    </Dialog>
  );
}
