import { databaseName } from './database-name.ts';
import { hasJournals } from './journal-place.ts';
import { isSitting } from './sitting-here.ts';

/** Has anything ever been kept on this device? Where the browser can't say: perhaps. */
export async function hasDeviceData(): Promise<boolean> {
  try {
    if ((await indexedDB.databases()).some((each) => each.name === databaseName)) return true;
    // A database that was lost is made again from its journal.
    return await hasJournals();
  } catch {
    return true;
  }
}

/** Starts delivering on this page; again and again does no harm. */
export const startDelivering = async (): Promise<void> => (await import('./delivery.ts')).startDelivery();

/**
 * What anybody left undelivered on this PC goes out, whichever page this is and whoever is signed in (SY7a). A PC that has
 * never kept anything needs neither database nor engine for it.
 */
export async function deliverWhatIsLeft(): Promise<void> {
  if (!(await hasDeviceData())) return;
  await startDelivering();
  await followRoomLater();
}

const lookAgainMs = 30_000;

/** A PC that stands in an exam room fetches what its seat needs, whoever is signed in; its program, too, once nobody sits an exam here. */
async function followRoomLater(): Promise<void> {
  if (isSitting()) setTimeout(() => void followRoomLater(), lookAgainMs);
  else await (await import('./room-machine.ts')).followRoom();
}
