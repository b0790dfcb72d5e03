import { useSyncExternalStore } from 'react';

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );

/** Is the window wide enough for the columns that want it? Tailwind's `xl`, as the cells of such a column have it. */
export const useWide = (): boolean => useMedia('(min-width: 80rem)');

/** Is there room for a tree beside a list? Tailwind's `lg`. */
export const useRoomBeside = (): boolean => useMedia('(min-width: 64rem)');
