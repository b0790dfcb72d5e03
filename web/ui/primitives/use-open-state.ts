import { useDeferredValue, useState } from 'react';

/**
 * Holds whether a menu or tooltip is open. It closes at once. It opens in a deferred render, so that the browser first paints the pressed button: on
 * an old PC, rendering the content takes 50 to 150 ms. A React transition is not used, because it would wait for a page that is loading.
 */
export function useOpenState(): readonly [open: boolean, onOpenChange: (open: boolean) => void] {
  const [wanted, setWanted] = useState(false);
  const shown = useDeferredValue(wanted);
  return [wanted && shown, setWanted];
}
