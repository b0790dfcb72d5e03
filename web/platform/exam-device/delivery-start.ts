import { databaseName } from '../database/database-name.ts';
import { hasJournals } from '../journal/journal-place.ts';

/** Tells whether this device may hold stored data. True if the browser cannot say. */
export async function hasDeviceData(): Promise<boolean> {
  try {
    if ((await indexedDB.databases()).some((each) => each.name === databaseName)) return true;
    // A lost database can be restored from its journal.
    return await hasJournals();
  } catch {
    return true;
  }
}

/** Starts delivery on this page. Further calls have no effect. */
export const startDelivering = async (): Promise<void> => (await import('./delivery.ts')).startDelivery();
