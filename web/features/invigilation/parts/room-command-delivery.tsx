import { useTranslation } from '../../../lib/i18n.ts';
import { signInAgain } from '../../../platform/session/session-lost.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { RoomState } from '../model/room-state.ts';
import { useDurationFormatter } from './use-duration-formatter.ts';

type DeliveryFacts = Pick<RoomState, 'online' | 'session' | 'roomView' | 'heardMs' | 'nowMs' | 'refused'>;

/** True if the invigilator has to sign in again before this tablet can record or show commands. */
export const needsSignIn = ({ refused }: Pick<RoomState, 'refused'>): boolean => refused === 'noVault' || refused?.sessionLost === true;

/**
 * Says whether the commands of this tablet have arrived. It never says "all" while its log is not open or while answers of seats are missing.
 * `seatsOpen`: number of seats whose answers have not all arrived. An ended session gets a button that signs in and comes back here.
 */
export function RoomCommandDelivery({ room, seatsOpen }: { room: DeliveryFacts; seatsOpen: number }) {
  const { t } = useTranslation(['invigilation', 'ui']);
  const age = useDurationFormatter();
  const { roomView: acts, online, session, heardMs, nowMs } = room;
  const waitingCount = Math.max(acts.localCount - acts.received, 0);
  const look = 'grow max-lg:basis-full';
  if (needsSignIn(room))
    return (
      <Strip
        tone="kept"
        className={look}
        action={
          <Button size="lg" variant="primary" onClick={signInAgain}>
            {t('ui:signInAgain')}
          </Button>
        }
      >
        {t('signInAgain')} {waitingCount > 0 && t('waiting', { count: waitingCount })}
      </Strip>
    );
  if (!online) {
    const key = waitingCount > 0 ? 'offline' : 'offlineNone';
    return (
      <Strip tone="kept" className={look}>
        {heardMs === null
          ? t(`${key}WithoutAge`, { count: waitingCount })
          : t(key, { age: age(Math.max(0, nowMs - heardMs)), count: waitingCount })}
      </Strip>
    );
  }
  const isAll = waitingCount === 0 && session !== null && seatsOpen === 0;
  return (
    <Strip tone={isAll ? 'delivered' : 'kept'} className={look}>
      {waitingCount > 0
        ? t('waiting', { count: waitingCount })
        : session === null
          ? t('actsOpening')
          : seatsOpen > 0
            ? t('deliveredActs', { count: seatsOpen })
            : t('delivered')}
    </Strip>
  );
}
