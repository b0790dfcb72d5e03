import { Component, type ReactNode, Suspense } from 'react';
import type { PlayerAddress } from '../../sync/domain/exams/player-address.ts';
import { AssignmentPlayerPage } from '../features/exam-sitting/pages/assignment-player-page.tsx';
import { PlayerPage } from '../features/exam-sitting/pages/player-page.tsx';
import { startDelivering } from '../platform/exam-device/delivery-start.ts';
import { appSession } from '../platform/session/app-session.ts';
import { appStore, sessionUserAtom } from '../platform/session/session-atoms.ts';
import { ToasterSlot } from '../ui/feedback/toaster-slot.tsx';
import { FailurePage } from './error-page.tsx';
import { loadTexts } from './i18n.ts';
import { getSignInAddress, loadSession } from './load-session.ts';
import { guardPresses } from './presses.ts';
import { canEnterRoute } from './routes/route-access.ts';
import { playerRoutes } from './routes/player-routes.ts';
import type { RouteAccess } from './routes/route-row.ts';
import { useWindowTitle } from './use-window-title.ts';

/** Returns the page that the user must open instead of the player (answering screen), or null. The steps are those of `createRouteGuard`. */
async function findDetour(access: RouteAccess): Promise<string | null> {
  if (!(await appSession.join())) return getSignInAddress(location);
  const user = appStore.get(sessionUserAtom) ?? (await loadSession());
  if (user === null) return getSignInAddress(location);
  void startDelivering();
  return canEnterRoute(access, user.roles) ? null : '/404';
}

/** Returns the player (answering screen) with its texts loaded. If the user may not open it, navigates to another page and returns null. */
export async function enterPlayer(address: PlayerAddress | null): Promise<ReactNode> {
  guardPresses(() => false);
  const detour = address === null ? '/404' : await findDetour(playerRoutes[address.area].access);
  if (address === null || detour !== null) {
    location.replace(detour ?? '/404');
    return null;
  }
  await loadTexts(playerRoutes[address.area].texts);
  return <PlayerDocument {...address} />;
}

/**
 * Renders the player with its window title, a failure page and toasts, which other pages get from `PageFrame`. During an exam there are no
 * session dialogs and no offers of an update (SY11).
 */
function PlayerDocument({ area, planId }: PlayerAddress) {
  useWindowTitle(playerRoutes[area].title);
  return (
    <>
      <FaultBoundary>
        <Suspense>
          {area === 'exam' ? <PlayerPage planId={planId} /> : <AssignmentPlayerPage planId={planId} home={`/student/${area}/index`} />}
        </Suspense>
      </FaultBoundary>
      <ToasterSlot />
    </>
  );
}

/** Reports the error of a page that threw, or whose chunk failed to load, and shows the failure page. */
class FaultBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }
  override render(): ReactNode {
    return this.state.failed ? <FailurePage /> : this.props.children;
  }
}
