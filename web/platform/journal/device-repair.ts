import { repairWithFullDisk, type RepairedReplicas } from '../../../sync/engine/store/repair-replicas.ts';
import { StorageFault } from '../../../sync/engine/client/ports.ts';
import type { Dexie } from 'dexie';
import type { DeviceDatabase } from '../database/database.ts';
import { createDexieReplica } from './dexie-replica.ts';
import { reportEngineFault } from '../engine-fault.ts';
import type { JournalCalls } from './journal-messages.ts';
import { repairCounter, mirroredTables } from './mirrored-tables.ts';
import { repairTables } from './repair-tables.ts';

/** Papers are excluded: each is stored in its own file. */
const tables = mirroredTables.filter((table) => table !== 'packages');

/**
 * Compares and repairs database and journal: attempts and device records (SY25). The module is loaded at the first opening on a PC with journals
 * and then stays in memory, so a disk that fails later cannot prevent a repair.
 */
export async function repairReplicaPair(db: Dexie, second: JournalCalls, trusted: 'database' | 'second'): Promise<RepairedReplicas> {
  repairCounter.count += 1;
  try {
    const whole = await repairWithFullDisk(trusted, createDexieReplica(db as DeviceDatabase), second, reportEngineFault);
    await repairTables(db, second, tables, whole !== 'full');
    if (whole !== 'full') await mendPapers(db, second);
    return whole;
  } finally {
    repairCounter.count -= 1;
  }
}

/** True if the database is listed under its name. An open connection is no proof: the browser may have deleted its files. */
const isNamed = async ({ name }: Dexie): Promise<boolean> => (await indexedDB.databases()).some((each) => each.name === name);

/** Repairs like `repairReplicaPair`, and reopens a database that the browser deleted. Rejects if the database is not listed afterwards. */
export async function repairAndReopen(db: Dexie, second: JournalCalls, trusted: 'database' | 'second'): Promise<RepairedReplicas> {
  if (!db.isOpen() || !(await isNamed(db))) {
    db.close({ disableAutoOpen: false });
    await db.open();
  }
  const whole = await repairReplicaPair(db, second, trusted);
  if (!(await isNamed(db))) throw new StorageFault('storage', 'the database is gone');
  return whole;
}

/** Restores papers of attempts that are not archived from the journal. */
async function mendPapers(db: Dexie, second: JournalCalls): Promise<void> {
  const planIds = new Set((await second.sittings()).filter((row) => row.archivedMs === null).map((row) => row.planId));
  for (const planId of planIds) {
    if ((await db.table('packages').get(planId)) !== undefined) continue;
    const text = await second.paper(planId);
    if (text !== undefined) await db.table('packages').put(JSON.parse(text));
  }
}
