import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import type { DecidedRoomCommand, RoomSeat } from '../../../../sync/contract/exams/invigilation.ts';
import { getCommandPhoto, type RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import type { OwnRoomCommand } from '../../../../sync/engine/client/room-session.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { formatSeatName } from '../model/room-command-input.ts';

type Seats = readonly Pick<RoomSeat, 'attemptId' | 'seatNo' | 'name'>[];

/** Returns the free text of a room command. */
export function getRoomCommandText(act: RoomCommand): string {
  switch (act.kind) {
    case 'identity':
      return act.note;
    case 'absent':
    case 'cheating':
    case 'revoke':
    case 'reopen':
    case 'pause':
    case 'move':
      return act.reason;
    case 'extend':
      return `${Math.round(act.ms / 60_000)}′ ${act.reason}`;
    case 'message':
    case 'incident':
      return act.text;
    case 'resume':
    case 'close':
      return '';
  }
}

interface RoomCommandLogProps {
  decidedCommands: readonly DecidedRoomCommand[];
  ownCommands: readonly OwnRoomCommand[];
  seats: Seats;
  /** Addresses of photos by command id, if the user may see them. */
  photos?: Readonly<Record<string, string>>;
  /** Shows the codes of an extension again. Absent where the codes must not be shown. */
  onCodes?: (act: Pick<OwnRoomCommand, 'act' | 'attemptIds'>) => void;
}

/** Lists the room commands, newest first, with author, times by both clocks, and the server's decision. */
export function RoomCommandLog({ decidedCommands, ownCommands, seats, photos = {}, onCodes }: RoomCommandLogProps) {
  const { t } = useTranslation(['invigilation', 'words']);
  const knownKeys = new Set(decidedCommands.map((act) => `${act.streamId}:${act.seq}`));
  const waiting = ownCommands
    .filter((act) => !knownKeys.has(`${act.streamId}:${act.seq}`))
    .map((act) => ({ ...act, by: '', receivedMs: 0, photo: getCommandPhoto(act.act) !== undefined }));
  const all = [...decidedCommands, ...waiting].toReversed();
  if (all.length === 0) return <EmptyState title={t('noActs')}>{null}</EmptyState>;
  const names = new Map(seats.map((seat) => [seat.attemptId, formatSeatName(seat)]));
  return (
    <ol className="divide-y">
      {all.map((act) => {
        const fates = [...new Set(Object.values(act.fates))];
        return (
          <li key={`${act.streamId}:${act.seq}`} className="flex flex-col gap-1 px-4 py-2.5">
            <span className="flex flex-wrap items-center gap-2">
              <b className="font-semibold">{t(act.act.kind)}</b>
              <span className="text-sm">{joinWords(act.attemptIds.flatMap((id) => names.get(id) ?? []))}</span>
              {fates.length === 0 && (
                <Chip tone="kept" mark="ring">
                  {t('fate_waiting')}
                </Chip>
              )}
              {fates.map((fate) => (
                <Chip key={fate} tone={fate === 'holds' ? 'delivered' : 'kept'} mark={fate === 'holds' ? 'dot' : 'ring'}>
                  {t(`fate_${fate}`)}
                </Chip>
              ))}
            </span>
            <span className="text-sm">{getRoomCommandText(act.act)}</span>
            {onCodes !== undefined && act.act.kind === 'extend' && act.act.grant !== undefined && (
              <Button className="w-fit" onClick={() => onCodes(act)}>
                {t('grantCodes')}
              </Button>
            )}
            {photos[act.actId] !== undefined && (
              <a href={photos[act.actId]} target="_blank" rel="noreferrer" className="w-fit">
                <img src={photos[act.actId]} alt={t('words:photo')} className="h-32 rounded-md border object-contain" />
              </a>
            )}
            {act.photo && photos[act.actId] === undefined && <span className="text-[12.5px] text-muted-foreground">{t('withPhoto')}</span>}
            <span className="num text-[12.5px] text-muted-foreground">
              {[
                act.by,
                t('atTablet', { time: formatClock(act.wallMs) }),
                ...(act.receivedMs > 0 ? [t('received', { time: formatClock(act.receivedMs) })] : []),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
