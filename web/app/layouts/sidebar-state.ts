import { atom } from 'jotai';
import { useEffect, useState } from 'react';
import { isMobileAgent, mobileBreakpointPx } from '../../lib/mobile.ts';
import type { GroupKey } from '../routes/route-row.ts';

const query = `(max-width: ${mobileBreakpointPx - 1}px)`;
const cookie = 'sidebarStatus';

const isNarrow = (media: MediaQueryList): boolean => media.matches || isMobileAgent(navigator.userAgent, navigator.maxTouchPoints);

const remembered = (): boolean => !document.cookie.split('; ').includes(`${cookie}=0`);
const remember = (open: boolean): void => {
  document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=${365 * 86_400}; samesite=lax`;
};

/** Groups somebody has opened or closed by hand, in this tab. */
export const groupsOpenAtom = atom<Partial<Record<GroupKey, boolean>>>({});

export interface SidebarState {
  readonly open: boolean;
  /** Under the mobile breakpoint, or on a mobile device: the sidebar lies over the page, and the navbar has no name. */
  readonly narrow: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Open or not, remembered in the cookie `sidebarStatus` (1 or 0); on a narrow window or a mobile device it starts closed and isn't remembered. */
export function useSidebar(): SidebarState {
  const [narrow, setNarrow] = useState(() => isNarrow(matchMedia(query)));
  const [open, setOpen] = useState(() => !narrow && remembered());
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => {
      setNarrow(isNarrow(media));
      setOpen(!isNarrow(media) && remembered());
    };
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  const put = (next: boolean) => {
    setOpen(next);
    if (!narrow) remember(next);
  };
  return { open, narrow, toggle: () => put(!open), close: () => put(false) };
}
