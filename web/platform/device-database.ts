import { mendCopies } from '../../sync/engine/mend-copies.ts';
import type { Dexie } from 'dexie';
import { DeviceDatabase } from './database.ts';
import { createDexieCopy } from './dexie-copy.ts';
import { hasJournals } from './journal-place.ts';
import { followTables, mendTables } from './kept-twice.ts';
import { secondCopy } from './second-copy.ts';

/** So long an opening waits for the journal; after that the page goes on with the database alone. */
const patienceMs = 8_000;

/** This tab's connection; opened at its first use. */
export const deviceDatabase = new DeviceDatabase();
followTables(deviceDatabase, secondCopy);

let mended = false;

/** Was everything on this device found, or put, in both copies when the database was last opened? */
export async function openDevice(): Promise<boolean> {
  try {
    await deviceDatabase.open();
    return mended;
  } catch {
    // The database can't be had. The journal can decide alone, if there is one.
    return (await hasJournals()) && secondCopy.isHeld();
  }
}

/**
 * SY25: at every opening, the first and any after the browser has closed or lost the database in mid-exam, nothing is read or written
 * before both copies have been compared and mended. A database that was begun anew is whole again when the first question is put to it.
 */
async function mend(db: Dexie): Promise<void> {
  mended = false;
  if (!(await hasJournals())) return;
  const both = async (): Promise<boolean> => {
    await mendCopies(createDexieCopy(db as DeviceDatabase), secondCopy);
    await mendTables(db, secondCopy);
    return true;
  };
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs));
  mended = await Promise.race([both().catch(() => false), late]);
}
deviceDatabase.on('ready', (db) => mend(db), true);
