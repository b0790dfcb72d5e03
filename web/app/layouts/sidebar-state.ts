import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { isMobileAgent, mobileBreakpointPx } from '../../lib/mobile.ts';
import { flowAtoms } from '../../platform/session/app-flow.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { rememberSidebar } from '../../platform/session/sidebar-cookie.ts';
import type { GroupKey } from '../routes/route-row.ts';
import { isSingleEntry, buildSidebarMenu } from './sidebar-menu.ts';

const query = `(max-width: ${mobileBreakpointPx - 1}px)`;
const isNarrow = (media: MediaQueryList): boolean => media.matches || isMobileAgent(navigator.userAgent, navigator.maxTouchPoints);

/** Groups that the user opened or closed in this tab. */
export const openMenuGroupsAtom = atom<Partial<Record<GroupKey, boolean>>>({});

export interface SidebarState {
  readonly open: boolean;
  /** True below the mobile breakpoint or on a mobile device: the sidebar overlays the page, and the navbar shows no user name. */
  readonly narrow: boolean;
  /** The sidebar lies over the page and closes after each step: on a narrow window, and if its menu has a single entry. */
  readonly overlay: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/**
 * Returns the state of the sidebar. A cookie stores whether it is open, for all tabs of the user. A sidebar that covers the page starts
 * closed, and its state is not stored.
 */
export function useSidebar(): SidebarState {
  const [app, setApp] = useAtom(flowAtoms.app);
  const [device, setDevice] = useAtom(flowAtoms.device);
  const [openOver, setOpenOver] = useState(false);
  const roles = useAtomValue(sessionUserAtom)?.roles;
  const hasOneEntry = useMemo(() => roles !== undefined && isSingleEntry(buildSidebarMenu(roles)), [roles]);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => {
      setDevice(isNarrow(media) ? 'mobile' : 'desktop');
      setOpenOver(false);
    };
    look();
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, [setDevice]);
  const narrow = device === 'mobile';
  const overlay = narrow || hasOneEntry;
  const open = overlay ? openOver : app.sidebar;
  const put = (next: boolean) => {
    if (overlay) return setOpenOver(next);
    rememberSidebar(next);
    setApp({ ...app, sidebar: next });
  };
  return { open, narrow, overlay, toggle: () => put(!open), close: () => put(false) };
}
