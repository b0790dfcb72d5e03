import type { Wholeness } from '../../sync/engine/mend-copies.ts';
import type { Dexie } from 'dexie';
import { DeviceDatabase } from './database.ts';
import { hasJournals } from './journal-place.ts';
import { followTables } from './kept-twice.ts';
import { secondCopy } from './second-copy.ts';

/** So long an opening waits for the journal; after that the page goes on with the database alone. */
const patienceMs = 8_000;

/** This tab's connection; opened at its first use. */
export const deviceDatabase = new DeviceDatabase();
followTables(deviceDatabase, secondCopy);

let mended: Wholeness | false = false;

/** Was everything on this device found, or put, in both copies when the database was last opened? */
export async function openDevice(): Promise<Wholeness | false> {
  try {
    await deviceDatabase.open();
    return mended;
  } catch {
    // The database can't be had. The journal can decide alone, if there is one: it does from the first reading that fails.
    return (await hasJournals()) && (await secondCopy.isHeld()) ? 'both' : false;
  }
}

/** `opening`: the database that is just being opened, which nothing else can read yet. */
export async function mendDevice(trusted: 'database' | 'second', opening?: Dexie): Promise<Wholeness> {
  if (!(await hasJournals()) && !(await secondCopy.isHeld())) throw new Error('this device has no journal');
  const { mendByName, mendDevice: mend } = await import('./device-mend.ts');
  return opening ? mend(opening, secondCopy, trusted) : mendByName(deviceDatabase, secondCopy, trusted);
}

/**
 * SY25: at every opening, the first and any after the browser has closed or lost the database in mid-exam, nothing is read or written
 * before both copies have been compared and mended. A database that was begun anew is whole again when the first question is put to it.
 */
async function mendAtOpening(db: Dexie): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));
  const done = mendDevice('database', db).catch(() => false as const);
  mended = await Promise.race([done, late]);
}
deviceDatabase.on('ready', (db) => mendAtOpening(db), true);
