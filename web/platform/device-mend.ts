import { mendBoth, type Wholeness } from '../../sync/engine/mend-copies.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import type { Dexie } from 'dexie';
import type { DeviceDatabase } from './database.ts';
import { createDexieCopy } from './dexie-copy.ts';
import { onFault } from './engine-fault.ts';
import type { JournalCalls } from './journal-messages.ts';
import { repairs, tablesKeptTwice } from './kept-twice.ts';
import { mendTables } from './mend-tables.ts';

/** Papers are excluded: each is stored in its own file. */
const tables = tablesKeptTwice.filter((table) => table !== 'packages');

/**
 * Compares and repairs database and journal: attempts and device records (SY25). The module is loaded at the first opening on a PC with journals
 * and then stays in memory, so a disk that fails later cannot prevent a repair.
 */
export async function mendDevice(db: Dexie, second: JournalCalls, trusted: 'database' | 'second'): Promise<Wholeness> {
  repairs.count += 1;
  try {
    const whole = await mendBoth(trusted, createDexieCopy(db as DeviceDatabase), second, onFault);
    await mendTables(db, second, tables, whole !== 'full');
    if (whole !== 'full') await mendPapers(db, second);
    return whole;
  } finally {
    repairs.count -= 1;
  }
}

/** True if the database is listed under its name. An open connection is no proof: the browser may have deleted its files. */
const isNamed = async ({ name }: Dexie): Promise<boolean> => (await indexedDB.databases()).some((each) => each.name === name);

/** Repairs like `mendDevice`, and reopens a database that the browser deleted. Rejects if the database is not listed afterwards. */
export async function mendByName(db: Dexie, second: JournalCalls, trusted: 'database' | 'second'): Promise<Wholeness> {
  if (!db.isOpen() || !(await isNamed(db))) {
    db.close({ disableAutoOpen: false });
    await db.open();
  }
  const whole = await mendDevice(db, second, trusted);
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
