import { databaseName } from '../database/database-name.ts';
import { hasJournals } from '../journal/journal-place.ts';
import { isPlayerOpen } from '../pwa/sitting-here.ts';

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

/**
 * Delivers the undelivered answers of all users of this PC, on any page and for any signed-in user (SY7a). A PC without stored data loads neither
 * database nor engine.
 */
export async function deliverUndelivered(): Promise<void> {
  if (!(await hasDeviceData())) return;
  await startDelivering();
  await followRoomLater();
}

// Interval in milliseconds of the check whether an exam is still being sat on this page.
const lookAgainMs = 30_000;

/**
 * Follows the exam room in which this PC is registered, and fetches the data of its seat. If an exam is being sat on this page, the code for that is
 * loaded only afterwards.
 */
async function followRoomLater(): Promise<void> {
  if (isPlayerOpen()) setTimeout(() => void followRoomLater(), lookAgainMs);
  else await (await import('../room/room-machine.ts')).followRoom();
}
