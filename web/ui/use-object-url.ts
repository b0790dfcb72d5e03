import { useMemo, useSyncExternalStore } from 'react';

/** Makes the URL when a component subscribes, and revokes it when the component leaves. */
function createUrlStore(blob: Blob | null) {
  let url = '';
  return {
    subscribe: (onMade: () => void) => {
      if (blob === null) return () => undefined;
      url = URL.createObjectURL(blob);
      onMade();
      return () => {
        URL.revokeObjectURL(url);
        url = '';
      };
    },
    read: () => url,
  };
}

/** Returns an object URL for a file or blob on this device; '' for null, and in the first render. */
export function useObjectUrl(blob: Blob | null): string {
  const store = useMemo(() => createUrlStore(blob), [blob]);
  return useSyncExternalStore(store.subscribe, store.read);
}
