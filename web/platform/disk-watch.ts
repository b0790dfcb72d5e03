import { deviceDatabase } from './device-database.ts';
import { deviceStore, isJournalAlone } from './device.ts';
import type { WorkerNotice } from './service-worker-messages.ts';

const lookEveryMs = 3_000;
let isWatched = false;

/**
 * SY25: from the first attempt that is opened here, looks for free space, and proves the journal on a full disk, also when nothing is written.
 * Fetched when an exam is entered, and from then on in memory.
 */
export function watchDisk(): void {
  if (isWatched) return;
  isWatched = true;
  // Chromium closes the connections to a database that it deletes; there is no other event.
  deviceDatabase.on('close', () => void deviceStore.doubt('full').then(() => deviceStore.mend()));
  let wasFull = false;
  const tellWorker = (): void => {
    const isFull = isJournalAlone();
    if (isFull || wasFull) navigator.serviceWorker?.controller?.postMessage((isFull ? 'diskFull' : 'diskFree') satisfies WorkerNotice);
    wasFull = isFull;
  };
  const look = (): void =>
    void deviceStore
      .doubt('full')
      .then(tellWorker)
      .finally(() => setTimeout(look, lookEveryMs));
  look();
}
