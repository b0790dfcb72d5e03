import type { Keepsake } from '../../sync/engine/journal-records.ts';
import type { Dexie } from 'dexie';
import type { JournalCalls } from './journal-messages.ts';
import { isKept, tablesKeptTwice } from './kept-twice.ts';

/** Papers lie in files of their own. */
const tables = tablesKeptTwice.filter((table) => table !== 'packages');

/** Compares the tables kept twice with the second copy: what one lacks, the other gives; where they differ, the database is right. `writes`: the disk takes something new. */
export async function mendTables(
  db: Pick<Dexie, 'table'>,
  second: Pick<JournalCalls, 'keep' | 'keepsakes'>,
  writes: boolean,
): Promise<void> {
  const there = (await second.keepsakes()).filter((each) => tables.includes(each.table));
  // What an older build told of, and nobody keeps twice any more: it only takes room.
  const missing: Keepsake[] = there.filter(({ table, key }) => !isKept(table, key)).map((each) => ({ ...each, row: null }));
  for (const table of tables) {
    const rows = new Map<string | number, unknown>();
    await db.table(table).each((row: unknown, { primaryKey }) => void rows.set(primaryKey as string | number, row));
    const lost = there.filter((each) => each.table === table && isKept(table, each.key) && !rows.has(each.key));
    if (lost.length > 0 && writes) await db.table(table).bulkPut(lost.map(({ row }) => row));
    for (const [key, row] of rows) if (isKept(table, key)) missing.push({ table, key, row });
  }
  await second.keep(missing);
}
