import { useEffect, useState } from 'react';

/**
 * Tells whether this PC can start and continue without a network: a service worker is installed, or the browser has none. False while the first
 * worker downloads its files.
 */
export function useHasWorker(): boolean {
  const [has, setHas] = useState(() => !('serviceWorker' in navigator) || navigator.serviceWorker.controller !== null);
  useEffect(() => {
    if (!has) void navigator.serviceWorker.ready.then(() => setHas(true));
  }, [has]);
  return has;
}
