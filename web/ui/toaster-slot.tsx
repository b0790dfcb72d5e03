import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast.ts';

/** After the page's own files. */
const pauseMs = 5000;

/**
 * Where toasts will stand. Their library is not needed to begin with, and most where the network has gone: so it is fetched once the page
 * stands. Where it can't be fetched the page goes on without, and tries again with the network.
 */
export function ToasterSlot() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.now);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const here = Toaster !== null;
  useEffect(() => {
    if (here) return undefined;
    let mounted = true;
    const get = () => {
      import('./toaster.tsx').then(
        (module) => mounted && setToaster(() => module.Toaster),
        () => undefined,
      );
    };
    const timer = setTimeout(get, wanted ? 0 : pauseMs);
    window.addEventListener('online', get);
    return () => {
      mounted = false;
      clearTimeout(timer);
      window.removeEventListener('online', get);
    };
  }, [here, wanted]);
  // A dialog hides from screen readers all that stands beside it when it opens, live regions excepted: toasts must be heard, also where their library comes later.
  return <div aria-live="off">{here && <Toaster />}</div>;
}
