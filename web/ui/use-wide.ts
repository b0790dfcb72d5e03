import { useSyncExternalStore } from 'react';

// Tailwind's `xl`, as the cells of a column that wants a wide window have it.
const query = '(min-width: 80rem)';

/** Is the window wide enough for the columns that want it? */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
