import type { RepairedReplicas } from '../../../sync/engine/store/repair-replicas.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import type { Dexie } from 'dexie';
import { DeviceDatabase } from '../database/database.ts';
import { hasJournals } from './journal-place.ts';
import { followTables } from './mirrored-tables.ts';
import { journalReplica } from './journal-replica.ts';

/** Longest wait at opening, in milliseconds, for the comparison with the journal file. After that, the page uses the database alone. */
const patienceMs = 8_000;

/** This tab's connection to the database, opened at its first use. */
export const deviceDatabase = new DeviceDatabase();
followTables(deviceDatabase, journalReplica);

let repaired: RepairedReplicas | false = false;

/** Opens the database. Resolves with the result of the repair at the last opening, or false if database and journal file could not be compared. */
export async function openDevice(): Promise<RepairedReplicas | false> {
  try {
    await deviceDatabase.open();
    return repaired;
  } catch {
    // The database cannot be opened. If there are journal files, they replace the database from the first failed read on.
    return (await hasJournals()) && (await journalReplica.isHeld()) ? 'both' : false;
  }
}

/** Loads the code that compares the database and the journal file and gives each the rows that it lacks. */
export const loadRepair = () => import('./device-repair.ts');

/**
 * Makes the database and the journal equal; `trusted` wins where they differ. `opening`: the database while it is being opened, before other code
 * can read it. Rejects if there is no journal.
 */
export async function repairDeviceDatabase(trusted: 'database' | 'journal', opening?: Dexie): Promise<RepairedReplicas> {
  if (!(await hasJournals()) && !(await journalReplica.isHeld())) throw new StorageFault('storage', 'this device has no journal');
  const { repairAndReopen, repairReplicaPair } = await loadRepair();
  return opening ? repairReplicaPair(opening, journalReplica, trusted) : repairAndReopen(deviceDatabase, journalReplica, trusted);
}

/**
 * Makes the database and the journal file equal before anything is read or written (SY25). It runs at every opening, also when the browser closed or
 * lost the database during an exam. A recreated database is therefore complete at its first query.
 */
async function repairAtOpening(db: Dexie): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));
  const done = repairDeviceDatabase('database', db).catch(() => false as const);
  repaired = await Promise.race([done, late]);
}
deviceDatabase.on('ready', (db) => repairAtOpening(db), true);
