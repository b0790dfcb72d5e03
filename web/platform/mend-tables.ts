import { type Keepsake, laterRow } from '../../sync/engine/keepsakes.ts';
import type { Dexie } from 'dexie';
import type { JournalCalls } from './journal-messages.ts';
import { isKept } from './kept-twice.ts';

/**
 * Compares these tables with the second copy: what one lacks, or has only in a state that counts less (`laterRow`), the other gives; where the
 * rows say nothing of it, the database is right. `writes`: the disk takes something new.
 */
export async function mendTables(
  db: Pick<Dexie, 'table' | 'transaction'>,
  second: Pick<JournalCalls, 'keep' | 'keepsakes'>,
  tables: readonly string[],
  writes: boolean,
): Promise<void> {
  const there = (await second.keepsakes()).filter((each) => tables.includes(each.table));
  // What an older build told of, and nobody keeps twice any more: it only takes room.
  const missing: Keepsake[] = there.filter(({ table, key }) => !isKept(table, key)).map((each) => ({ ...each, row: null }));
  // In one transaction: the page may be writing already, where it did not wait for this any longer.
  await db.transaction(writes ? 'rw' : 'r', [...tables], async () => {
    for (const table of tables) {
      const rows = new Map<string | number, unknown>();
      await db.table(table).each((row: unknown, { primaryKey }) => void rows.set(primaryKey as string | number, row));
      const later = there.filter(
        ({ table: of, key, row }) => of === table && isKept(table, key) && (!rows.has(key) || laterRow(row, rows.get(key)) > 0),
      );
      if (later.length > 0 && writes) await db.table(table).bulkPut(later.map(({ row }) => row));
      for (const { key } of later) rows.delete(key);
      for (const [key, row] of rows) if (isKept(table, key)) missing.push({ table, key, row });
    }
  });
  await second.keep(missing);
}
