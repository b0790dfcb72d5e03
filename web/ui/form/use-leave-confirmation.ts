import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';

/** Asks before leaving while there are unsaved changes: the browser for a reload, the page (`blocked`) for navigation inside. */
export function useLeaveConfirmation(unsaved: boolean): Blocker {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
}
