import { useLocation, useParams } from 'react-router-dom';
import { AssignmentPlayerPage } from './assignment-player-page.tsx';
import { PlayerPage } from './player-page.tsx';

const usePlanId = (): number => Number(useParams()['planId']);

/**
 * Shows the player inside the application, for a link. A document that is opened at its address is `player.html`, which has no router. The
 * page behind a link keeps the credential of a sign-in without a network, which only this page knows (SY20).
 */
export const PlayerRoute = () => <PlayerPage planId={usePlanId()} />;

export const AssignmentPlayerRoute = () => (
  <AssignmentPlayerPage planId={usePlanId()} home={useLocation().pathname.replace(/\/item\/.*/, '/index')} />
);
