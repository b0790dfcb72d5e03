import { session } from './app-session.ts';
import { createFlowState } from './flow-state.ts';
import { isMobileAgent, mobileBreakpointPx } from '../lib/mobile.ts';
import { appStore, sessionUserAtom } from './session-atoms.ts';
import { sidebarRemembered } from './sidebar-cookie.ts';

const userId = (): number | null => appStore.get(sessionUserAtom)?.id ?? null;

/** This tab's flow states. */
const flow = createFlowState({ store: appStore, channel: new BroadcastChannel('wenkao.flow'), storage: sessionStorage, userId });
export const flowAtoms = flow.atoms;

/** What the PC and the window say by themselves goes before what was stored. */
function lookAround(): void {
  const narrow = innerWidth < mobileBreakpointPx || isMobileAgent(navigator.userAgent, navigator.maxTouchPoints);
  appStore.set(flowAtoms.device, narrow ? 'mobile' : 'desktop');
  appStore.set(flowAtoms.app, { ...appStore.get(flowAtoms.app), sidebar: sidebarRemembered() });
}

/** Restores what the page before kept, keeps it again when this one goes, and forgets it with the person. */
export function startFlow(): void {
  flow.restore();
  lookAround();
  window.addEventListener('pagehide', () => flow.save());
  let owner = userId();
  appStore.sub(sessionUserAtom, () => {
    if (userId() === owner) return;
    owner = userId();
    flow.clear();
    lookAround();
  });
  // One's own school was changed, here or in another tab: its title, logo and rules stand in the session.
  let configMs = appStore.get(flowAtoms.school).configUpdatedMs;
  appStore.sub(flowAtoms.school, () => {
    const { configUpdatedMs } = appStore.get(flowAtoms.school);
    if (configUpdatedMs > configMs && owner !== null) void session.load().catch(() => undefined);
    configMs = configUpdatedMs;
  });
}
