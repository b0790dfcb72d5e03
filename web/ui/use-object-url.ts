import { useMemo, useSyncExternalStore } from 'react';

/** Creates a store whose object URL exists from the first subscription on, and is revoked when the component unsubscribes. */
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

/** Returns the object URL of a film's WebVTT track; '' until it exists. A film without captions gets an empty track. */
export const useCaptions = (captions: string): string =>
  useObjectUrl(useMemo(() => new Blob([captions === '' ? 'WEBVTT' : captions], { type: 'text/vtt' }), [captions]));
