import { atom } from 'jotai';
import { useEffect, useState } from 'react';
import type { GroupKey } from '../routes/route-row.ts';

const mobileBreakpointPx = 992;
const query = `(max-width: ${mobileBreakpointPx - 1}px)`;
const cookie = 'sidebarStatus';

const remembered = (): boolean => !document.cookie.split('; ').includes(`${cookie}=0`);
const remember = (open: boolean): void => {
  document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=${365 * 86_400}; samesite=lax`;
};

/** Groups somebody has opened or closed by hand, in this tab. */
export const groupsOpenAtom = atom<Partial<Record<GroupKey, boolean>>>({});

export interface SidebarState {
  readonly open: boolean;
  /** Under the mobile breakpoint: the sidebar lies over the page. */
  readonly narrow: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Open or not, remembered in the cookie `sidebarStatus` (1 or 0); on a narrow window it starts closed and isn't remembered. */
export function useSidebar(): SidebarState {
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  const [open, setOpen] = useState(() => !narrow && remembered());
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => {
      setNarrow(media.matches);
      setOpen(!media.matches && remembered());
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
