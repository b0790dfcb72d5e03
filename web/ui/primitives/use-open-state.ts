import { useDeferredValue, useState } from 'react';

/**
 * Holds whether a menu or tooltip is open. It closes at once. It opens in a deferred render, so that the browser paints the press on the button
 * first: on an old PC the content takes 50 to 150 ms. A transition would wait for a page that is loading.
 */
export function useOpenState(): readonly [open: boolean, onOpenChange: (open: boolean) => void] {
  const [wanted, setWanted] = useState(false);
  const shown = useDeferredValue(wanted);
  return [wanted && shown, setWanted];
}
