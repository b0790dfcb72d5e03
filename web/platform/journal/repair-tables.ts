import { type DeviceRecord, compareRowVersions } from '../../../sync/engine/store/device-records.ts';
import type { Dexie } from 'dexie';
import type { JournalCalls } from './journal-messages.ts';
import { isMirroredRow } from './mirrored-tables.ts';

/**
 * Makes `tables` of the database and the journal equal: each replica gets the rows that it lacks or has in an older version (`compareRowVersions`).
 * If the versions do not decide, the database wins. `writes`: the disk has space, so the database can be written.
 */
export async function repairTables(
  db: Pick<Dexie, 'table' | 'transaction'>,
  journal: Pick<JournalCalls, 'keep' | 'deviceRecords'>,
  tables: readonly string[],
  writes: boolean,
): Promise<void> {
  const journalRecords = (await journal.deviceRecords()).filter((each) => tables.includes(each.table));
  // Rows that an older build mirrored and that are no longer mirrored only take space, so delete them from the journal.
  const missing: DeviceRecord[] = journalRecords
    .filter(({ table, key }) => !isMirroredRow(table, key))
    .map((each) => ({ ...each, row: null }));
  // Use one transaction: the page may already be writing, if it did not wait for this repair.
  await db.transaction(writes ? 'rw' : 'r', [...tables], async () => {
    for (const table of tables) {
      const rows = new Map<string | number, unknown>();
      await db.table(table).each((row: unknown, { primaryKey }) => void rows.set(primaryKey as string | number, row));
      const newerRecords = journalRecords.filter(
        ({ table: recordTable, key, row }) =>
          recordTable === table && isMirroredRow(table, key) && (!rows.has(key) || compareRowVersions(row, rows.get(key)) > 0),
      );
      if (newerRecords.length > 0 && writes) await db.table(table).bulkPut(newerRecords.map(({ row }) => row));
      for (const { key } of newerRecords) rows.delete(key);
      for (const [key, row] of rows) if (isMirroredRow(table, key)) missing.push({ table, key, row });
    }
  });
  await journal.keep(missing);
}
