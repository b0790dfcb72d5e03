import { useEffect, useState } from 'react';

/** The device has its worker, so this PC starts and goes on without a network. False while the first one is still fetching its files. */
export function useHasWorker(): boolean {
  const [has, setHas] = useState(() => !('serviceWorker' in navigator) || navigator.serviceWorker.controller !== null);
  useEffect(() => {
    if (!has) void navigator.serviceWorker.ready.then(() => setHas(true));
  }, [has]);
  return has;
}
