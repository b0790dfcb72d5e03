import { deviceDatabase } from '../journal/device-database.ts';
import { deviceStore, isJournalPrimary } from './device.ts';
import type { WorkerNotice } from '../pwa/service-worker-messages.ts';

// Interval of the free-space check in milliseconds.
const lookEveryMs = 3_000;
let isWatched = false;

/**
 * Checks the free space from the first opened attempt on, and checks the journal while the disk is full, even if nothing is written (SY25). The
 * module is loaded when an exam is entered and then stays in memory.
 */
export function watchDisk(): void {
  if (isWatched) return;
  isWatched = true;
  // Chromium closes the connections of a database that it deletes and sends no other event.
  deviceDatabase.on('close', () => void deviceStore.handleReplicaFailure('full').then(() => deviceStore.repair()));
  let wasFull = false;
  const tellWorker = (): void => {
    const isFull = isJournalPrimary();
    if (isFull || wasFull) navigator.serviceWorker?.controller?.postMessage((isFull ? 'diskFull' : 'diskFree') satisfies WorkerNotice);
    wasFull = isFull;
  };
  const look = (): void =>
    void deviceStore
      .handleReplicaFailure('full')
      .then(tellWorker)
      .finally(() => setTimeout(look, lookEveryMs));
  look();
}
