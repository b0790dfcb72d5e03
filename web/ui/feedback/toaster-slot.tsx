import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toasterRequested } from './toast.ts';

/** Milliseconds until the toast library is loaded, so that the page's own files load first. */
const pauseMs = 5000;

/**
 * Renders the toaster once its library is loaded. The library is not needed at first, but is needed most when the network is gone, so it is loaded
 * soon after the page. If loading fails, the page works without toasts and tries again when the network is back.
 */
export function ToasterSlot() {
  const isRequested = useSyncExternalStore(toasterRequested.subscribe, toasterRequested.now);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const isLoaded = Toaster !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isMounted = true;
    const loadToaster = () => {
      import('./toaster.tsx').then(
        (module) => isMounted && setToaster(() => module.Toaster),
        () => undefined,
      );
    };
    const timer = setTimeout(loadToaster, isRequested ? 0 : pauseMs);
    window.addEventListener('online', loadToaster);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      window.removeEventListener('online', loadToaster);
    };
  }, [isLoaded, isRequested]);
  // An opening dialog hides all other content from screen readers, except live regions. The wrapper is one, so that toasts are read even if the
  // library loads later.
  return <div aria-live="off">{isLoaded && <Toaster />}</div>;
}
