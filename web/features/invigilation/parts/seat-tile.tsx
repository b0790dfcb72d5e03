import { useTranslation } from '../../../lib/i18n.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { sumWatchCounts } from '../../../../sync/contract/exams/invigilation.ts';
import { cn } from '../../../lib/cn.ts';
import { ChipMark, type MarkShape } from '../../../ui/primitives/chip.tsx';
import type { SeatView } from '../model/seat-view.ts';
import { formatElapsed } from './use-duration-formatter.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

interface SeatTileProps {
  seat: SeatView;
  questionCount: number;
  /** Number of this examinee's ops that wait on this tablet for delivery to the server. */
  carried: number;
  place: string;
  selected: boolean;
  onPress: () => void;
}

interface SeatStyle {
  readonly tile: string;
  readonly ink: string;
  readonly mark: MarkShape;
}

function getSeatStyle(seat: SeatView): SeatStyle {
  if (seat.status === examUserStatus.cheating) return { tile: 'border-seal bg-seal-soft', ink: 'text-seal', mark: 'square' };
  if (seat.status === examUserStatus.absent) return { tile: 'border-dashed bg-muted', ink: 'text-muted-foreground', mark: 'ring' };
  if (seat.handedIn && seat.complete) return { tile: 'border-transparent bg-delivered-soft', ink: 'text-delivered', mark: 'square' };
  if (seat.silentMs !== null || seat.handedIn) return { tile: 'border-kept bg-card', ink: 'text-kept-ink', mark: 'ring' };
  if (seat.receivedOps > 0) return { tile: 'bg-card', ink: 'text-primary', mark: 'dot' };
  return { tile: 'bg-card', ink: 'text-muted-foreground', mark: 'ring' };
}

/** True if the tile must say why there is no photo at entry. A photo that is still awaited is missing only once the examinee has entered. */
const isEntryPhotoMissing = (seat: SeatView): seat is SeatView & { entryPhoto: Exclude<SeatView['entryPhoto'], 'notAsked' | 'taken'> } =>
  seat.entryPhoto !== 'notAsked' && seat.entryPhoto !== 'taken' && (seat.entryPhoto !== 'awaited' || seat.entered);

/** Shows one seat of the room: number, name, progress, and state by shape and colour. */
export function SeatTile({ seat, questionCount: of, carried, place, selected, onPress }: SeatTileProps) {
  const { t } = useTranslation(['invigilation', 'camera']);
  const { t: code } = useTranslation('codes');
  const look = getSeatStyle(seat);
  const status = code(`examUserStatus.${seat.status}`);
  const words = [
    status,
    ...(seat.pause ? [t('paused')] : []),
    ...(seat.sheet === 'none' ? [] : [t(`sheet_${seat.sheet}`)]),
    ...(seat.handedIn ? [t(seat.complete ? 'whole' : 'notWhole')] : []),
    ...(seat.silentMs === null ? [] : [t('silent', { age: formatElapsed(seat.silentMs) })]),
    ...(carried > 0 ? [t('carry_onTablet', { count: carried })] : []),
    ...(seat.unsent > 0 ? [t('toDeliver')] : []),
  ];
  const watchCount = sumWatchCounts(seat.seen);
  const flags = [
    ...(seat.extensionMs > 0 ? [t('extended', { count: Math.round(seat.extensionMs / 60_000) })] : []),
    ...(seat.identity === 'matches' ? [t('checked')] : seat.identity === 'differs' ? [t('differs')] : []),
    ...(isEntryPhotoMissing(seat) ? [t(`camera:outcome_${seat.entryPhoto}`)] : []),
    ...(watchCount > 0 ? [t('left', { count: watchCount })] : []),
    ...(seat.offlineReady === false && !seat.complete ? [t('noReload')] : []),
    ...(seat.waiting > 0 ? [t('decide', { count: seat.waiting })] : []),
  ];
  const no = padTwoDigits(seat.seatNo);
  return (
    <button
      type="button"
      data-place={place}
      aria-pressed={selected}
      aria-label={`${t('seat', { no, name: seat.name, status: words.join(' '), answered: seat.answered, of })} ${flags.join(' ')}`}
      onClick={onPress}
      className={cn(
        'flex min-h-[76px] min-w-0 flex-col rounded-[10px] border px-2.5 py-1 text-left',
        look.tile,
        selected && 'outline-[3px] outline-offset-1 outline-primary',
      )}
    >
      <span className="num flex items-center gap-2 text-[13px] leading-4 text-muted-foreground">
        <span>{no}</span>
        <span aria-hidden className="h-1 min-w-0 grow rounded-full bg-muted">
          <span
            className="block h-1 rounded-full bg-primary"
            style={{ width: `${of > 0 ? Math.min(100, (seat.answered / of) * 100) : 0}%` }}
          />
        </span>
        <span>{`${seat.answered}/${of}`}</span>
      </span>
      <span className="truncate text-[16px] leading-5 font-semibold">{seat.name}</span>
      <span className={cn('num flex min-w-0 items-baseline gap-1.5 text-[12.5px] leading-4', look.ink)}>
        <ChipMark shape={look.mark} />
        <span className="min-w-0">{words.join(' · ')}</span>
      </span>
      {flags.length > 0 && (
        <span
          className={cn('num text-[12px] leading-4', seat.identity === 'differs' || watchCount > 0 ? 'text-seal' : 'text-muted-foreground')}
        >
          {flags.join(' · ')}
        </span>
      )}
    </button>
  );
}
