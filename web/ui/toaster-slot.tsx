import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Where toasts will stand, once there is one. */
export function ToasterSlot() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.now);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
