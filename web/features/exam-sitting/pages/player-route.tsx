import { useLocation, useParams } from 'react-router-dom';
import { AssignmentPlayerPage } from './assignment-player-page.tsx';
import { PlayerPage } from './player-page.tsx';

const usePlanId = (): number => Number(useParams()['planId']);

/**
 * Shows the player inside the application, when a link leads to it. Loading its address directly gives `player.html`, which has no router. Only the
 * way by a link keeps the credential of an offline sign-in, which exists in the memory of this page alone (SY20).
 */
export const PlayerRoute = () => <PlayerPage planId={usePlanId()} />;

export const AssignmentPlayerRoute = () => (
  <AssignmentPlayerPage planId={usePlanId()} home={useLocation().pathname.replace(/\/item\/.*/, '/index')} />
);
