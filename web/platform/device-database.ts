import type { Wholeness } from '../../sync/engine/mend-copies.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import type { Dexie } from 'dexie';
import { DeviceDatabase } from './database.ts';
import { hasJournals } from './journal-place.ts';
import { followTables } from './kept-twice.ts';
import { secondCopy } from './second-copy.ts';

/** Longest wait for the journal at opening, in milliseconds. After that, the page uses the database alone. */
const patienceMs = 8_000;

/** This tab's connection, opened at its first use. */
export const deviceDatabase = new DeviceDatabase();
followTables(deviceDatabase, secondCopy);

let mended: Wholeness | false = false;

/** Opens the database. Resolves with the result of the repair at the last opening, or false if the replicas could not be compared. */
export async function openDevice(): Promise<Wholeness | false> {
  try {
    await deviceDatabase.open();
    return mended;
  } catch {
    // The database cannot be opened. If there is a journal, it decides alone, starting with the first failed read.
    return (await hasJournals()) && (await secondCopy.isHeld()) ? 'both' : false;
  }
}

/**
 * Makes the database and the journal equal; `trusted` wins where they differ. `opening`: the database while it is being opened, before other code
 * can read it. Rejects if there is no journal.
 */
export async function mendDevice(trusted: 'database' | 'second', opening?: Dexie): Promise<Wholeness> {
  if (!(await hasJournals()) && !(await secondCopy.isHeld())) throw new StorageFault('storage', 'this device has no journal');
  const { mendByName, mendDevice: mend } = await import('./device-mend.ts');
  return opening ? mend(opening, secondCopy, trusted) : mendByName(deviceDatabase, secondCopy, trusted);
}

/**
 * Repairs both replicas before anything is read or written (SY25). It runs at every opening, also when the browser closed or lost the database
 * during an exam. A recreated database is therefore complete at its first query.
 */
async function mendAtOpening(db: Dexie): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));
  const done = mendDevice('database', db).catch(() => false as const);
  mended = await Promise.race([done, late]);
}
deviceDatabase.on('ready', (db) => mendAtOpening(db), true);
