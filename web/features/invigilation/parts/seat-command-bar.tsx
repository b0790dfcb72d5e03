import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { type DialogCommandKind, formatSeatName } from '../model/room-command-input.ts';
import { isCommandApplicable, type SeatView } from '../model/seat-view.ts';

/** Class names of the command buttons. A long text takes two lines, because eight buttons share the width of a tablet. */
const commandLook = 'px-1 leading-tight whitespace-normal';

interface SeatCommandBarProps {
  planId: number;
  /** All seats of the room that have an examinee. */
  seats: readonly SeatView[];
  /** The selected seats. */
  pickedSeats: readonly SeatView[];
  /** True if this tablet can record commands. */
  isReady: boolean;
  onSelect: (attemptIds: readonly string[]) => void;
  /** Opens the dialog of a command. */
  onAsk: (kind: DialogCommandKind) => void;
  onResume: () => void;
}

/** Names the selected seats, and gives them commands. A button is disabled if its command does not apply to the selection. */
export function SeatCommandBar({ planId, seats, pickedSeats, isReady, onSelect, onAsk, onResume }: SeatCommandBarProps) {
  const { t } = useTranslation('invigilation');
  const isApplicable = (kind: DialogCommandKind): boolean => pickedSeats.some((seat) => isCommandApplicable(kind, seat));
  const [firstPicked] = pickedSeats;
  const renderButton = (kind: DialogCommandKind, enabled: boolean, variant?: 'seal') => (
    <Button
      key={kind}
      size="lg"
      className={commandLook}
      {...(variant && { variant })}
      disabled={!isReady || !enabled}
      onClick={() => onAsk(kind)}
    >
      {t(kind)}
    </Button>
  );
  return (
    <section
      aria-label={t('selected', { who: '' })}
      className="-mx-[22px] -mb-[18px] shrink-0 border-t bg-card px-[22px] pt-1.5 pb-2.5 max-md:sticky max-md:-bottom-[18px]"
    >
      <p className="flex min-h-9 flex-wrap items-center gap-3">
        <span className="grow">
          {pickedSeats.length === 0
            ? t('selectSome')
            : pickedSeats.length === 1 && firstPicked
              ? t('selected', { who: formatSeatName(firstPicked) })
              : t('selectedMany', { count: pickedSeats.length })}
        </span>
        {firstPicked && pickedSeats.length === 1 && (
          <LinkButton variant="ghost" to={`/invigilator/exam/item/${planId}/${firstPicked.userId}`}>
            {t('detail')}
          </LinkButton>
        )}
        <Button variant="ghost" onClick={() => onSelect(pickedSeats.length === seats.length ? [] : seats.map((seat) => seat.attemptId))}>
          {t(pickedSeats.length === seats.length && seats.length > 0 ? 'clear' : 'selectAll')}
        </Button>
      </p>
      <div className="mt-1 grid grid-cols-4 gap-2 lg:grid-cols-8">
        {renderButton('identity', pickedSeats.length === 1)}
        {renderButton('extend', pickedSeats.length > 0)}
        {pickedSeats.some((seat) => seat.pause !== null) ? (
          <Button size="lg" className={commandLook} disabled={!isReady} onClick={onResume}>
            {t('resume')}
          </Button>
        ) : (
          renderButton('pause', pickedSeats.length > 0)
        )}
        {renderButton('message', pickedSeats.length > 0)}
        {renderButton('absent', isApplicable('absent'))}
        {isApplicable('reopen')
          ? renderButton('reopen', true)
          : renderButton('move', firstPicked !== undefined && pickedSeats.length === 1 && !firstPicked.handedIn)}
        {renderButton('revoke', isApplicable('revoke'))}
        {renderButton('cheating', pickedSeats.length > 0, 'seal')}
      </div>
    </section>
  );
}
