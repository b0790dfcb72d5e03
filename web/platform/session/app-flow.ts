import { appSession } from './app-session.ts';
import { createFlowState } from './flow-state.ts';
import { isMobileAgent, mobileBreakpointPx } from '../../lib/mobile.ts';
import { appStore, sessionUserAtom } from './session-atoms.ts';
import { isSidebarRemembered } from './sidebar-cookie.ts';

const getUserId = (): number | null => appStore.get(sessionUserAtom)?.id ?? null;

/** This tab's flow state: values that several pages of a task share, such as the chosen exam (`flow-state.ts`). */
const flow = createFlowState({ store: appStore, channel: new BroadcastChannel('wenkao.flow'), storage: sessionStorage, userId: getUserId });
export const flowAtoms = flow.atoms;

/** Sets the device kind and the state of the sidebar from this browser, overriding the restored values. */
function lookAround(): void {
  const narrow = innerWidth < mobileBreakpointPx || isMobileAgent(navigator.userAgent, navigator.maxTouchPoints);
  appStore.set(flowAtoms.device, narrow ? 'mobile' : 'desktop');
  appStore.set(flowAtoms.app, { ...appStore.get(flowAtoms.app), sidebar: isSidebarRemembered() });
}

/** Restores the flow state of the previous page, saves it when this page is left, and clears it when the user changes. */
export function startFlow(): void {
  flow.restore();
  lookAround();
  window.addEventListener('pagehide', () => flow.save());
  let owner = getUserId();
  appStore.sub(sessionUserAtom, () => {
    if (getUserId() === owner) return;
    owner = getUserId();
    flow.clear();
    lookAround();
  });
  // The school's title, logo and rules are part of the session: reload it when the user's school was changed in any tab.
  let configMs = appStore.get(flowAtoms.school).configUpdatedMs;
  appStore.sub(flowAtoms.school, () => {
    const { configUpdatedMs } = appStore.get(flowAtoms.school);
    if (configUpdatedMs > configMs && owner !== null) void appSession.load().catch(() => undefined);
    configMs = configUpdatedMs;
  });
}
