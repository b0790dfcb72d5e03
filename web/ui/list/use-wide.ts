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

/** Returns true if the window is wide enough for the `wide` columns (Tailwind's `xl`, as in the cells' style). */
export const useIsWide = (): boolean => useMedia('(min-width: 80rem)');

/** Returns true on a phone (narrower than Tailwind's `sm`), where a row has no space for its actions. */
export const useIsPhone = (): boolean => useMedia('(max-width: 39.99rem)');

/** Returns true if a tree fits next to a list (Tailwind's `lg`). */
export const useHasSidePanelSpace = (): boolean => useMedia('(min-width: 64rem)');
