import { mendBoth, type Wholeness } from '../../sync/engine/mend-copies.ts';
import type { Keepsake } from '../../sync/engine/journal-records.ts';
import type { Dexie } from 'dexie';
import type { DeviceDatabase } from './database.ts';
import { createDexieCopy } from './dexie-copy.ts';
import type { JournalCalls } from './journal-messages.ts';
import { isKept, tablesKeptTwice } from './kept-twice.ts';

/**
 * SY25: database and journal compared and mended, attempts and what stands beside them. Fetched with the first opening on a PC that has
 * journals, and from then on in memory: a disk that fails later can't keep it from us.
 */
export async function mendDevice(db: Dexie, second: JournalCalls, trusted: 'database' | 'second'): Promise<Wholeness> {
  const whole = await mendBoth(trusted, createDexieCopy(db as DeviceDatabase), second);
  await mendTables(db, second, whole);
  return whole;
}

/** Compares these tables with the second copy: what one lacks, the other gives; where they differ, the database is right. */
async function mendTables(db: Dexie, second: JournalCalls, whole: Wholeness): Promise<void> {
  const there = await second.keepsakes();
  const missing: Keepsake[] = [];
  for (const table of tablesKeptTwice) {
    if (table === 'packages') continue;
    const rows = new Map<string | number, unknown>();
    await db.table(table).each((row: unknown, { primaryKey }) => void rows.set(primaryKey as string | number, row));
    const lost = there.filter((each) => each.table === table && !rows.has(each.key));
    if (lost.length > 0 && whole === 'both') await db.table(table).bulkPut(lost.map(({ row }) => row));
    for (const [key, row] of rows) if (isKept(table, key)) missing.push({ table, key, row });
  }
  await second.keep(missing);
  if (whole === 'both') await mendPapers(db, second);
}

async function mendPapers(db: Dexie, second: JournalCalls): Promise<void> {
  const planIds = new Set((await second.sittings()).filter((row) => row.archivedMs === null).map((row) => row.planId));
  for (const planId of planIds) {
    if ((await db.table('packages').get(planId)) !== undefined) continue;
    const text = await second.paper(planId);
    if (text !== undefined) await db.table('packages').put(JSON.parse(text));
  }
}
