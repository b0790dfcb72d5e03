import { atom, useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { isMobileAgent, mobileBreakpointPx } from '../../lib/mobile.ts';
import { flowAtoms } from '../../platform/app-flow.ts';
import { rememberSidebar } from '../../platform/sidebar-cookie.ts';
import type { GroupKey } from '../routes/route-row.ts';

const query = `(max-width: ${mobileBreakpointPx - 1}px)`;
const isNarrow = (media: MediaQueryList): boolean => media.matches || isMobileAgent(navigator.userAgent, navigator.maxTouchPoints);

/** Groups that the user opened or closed in this tab. */
export const groupsOpenAtom = atom<Partial<Record<GroupKey, boolean>>>({});

export interface SidebarState {
  readonly open: boolean;
  /** True below the mobile breakpoint or on a mobile device: the sidebar overlays the page, and the navbar shows no user name. */
  readonly narrow: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/**
 * Tells whether the sidebar is open. Remembered in a cookie and shared by all tabs of the user. On a narrow window or mobile device it starts
 * closed and is not remembered.
 */
export function useSidebar(): SidebarState {
  const [app, setApp] = useAtom(flowAtoms.app);
  const [device, setDevice] = useAtom(flowAtoms.device);
  const [openNarrow, setOpenNarrow] = useState(false);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => {
      setDevice(isNarrow(media) ? 'mobile' : 'desktop');
      setOpenNarrow(false);
    };
    look();
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, [setDevice]);
  const narrow = device === 'mobile';
  const open = narrow ? openNarrow : app.sidebar;
  const put = (next: boolean) => {
    if (narrow) return setOpenNarrow(next);
    rememberSidebar(next);
    setApp({ ...app, sidebar: next });
  };
  return { open, narrow, toggle: () => put(!open), close: () => put(false) };
}
