import { useLocation, useParams } from 'react-router-dom';
import { AssignmentPlayerPage } from './assignment-player-page.tsx';
import { PlayerPage } from './player-page.tsx';

const usePlanId = (): number => Number(useParams()['planId']);

// The player inside the application, opened by a link. A document at its address is `player.html`, which has no router. Opened by a link, it
// keeps what only this page knows: the credential of a sign-in without a network (SY20).

export const PlayerRoute = () => <PlayerPage planId={usePlanId()} />;

export const AssignmentPlayerRoute = () => (
  <AssignmentPlayerPage planId={usePlanId()} home={useLocation().pathname.replace(/\/item\/.*/, '/index')} />
);
