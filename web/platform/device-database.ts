import type { Wholeness } from '../../sync/engine/mend-copies.ts';
import type { Dexie } from 'dexie';
import { databaseName } from './database-name.ts';
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

async function mend(trusted: 'database' | 'second', db: Dexie): Promise<Wholeness> {
  if (!(await hasJournals()) && !(await secondCopy.isHeld())) throw new Error('this device has no journal');
  return (await import('./device-mend.ts')).mendDevice(db, secondCopy, trusted);
}

/** True if the database is listed under its name. An open connection is no proof: the browser may have deleted its files. */
const isNamed = async (): Promise<boolean> => (await indexedDB.databases()).some(({ name }) => name === databaseName);

/** Rejects where the database can't be found by its name afterwards. */
export async function mendDevice(trusted: 'database' | 'second'): Promise<Wholeness> {
  if (!deviceDatabase.isOpen() || !(await isNamed())) {
    deviceDatabase.close({ disableAutoOpen: false });
    await deviceDatabase.open();
  }
  const whole = await mend(trusted, deviceDatabase);
  if (!(await isNamed())) throw new Error('the database is gone');
  return whole;
}

/**
 * SY25: at every opening, the first and any after the browser has closed or lost the database in mid-exam, nothing is read or written
 * before both copies have been compared and mended. A database that was begun anew is whole again when the first question is put to it.
 */
async function mendAtOpening(db: Dexie): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));
  const done = mend('database', db).catch(() => false as const);
  mended = await Promise.race([done, late]);
}
deviceDatabase.on('ready', (db) => mendAtOpening(db), true);
