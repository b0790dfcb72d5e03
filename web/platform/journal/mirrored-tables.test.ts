import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { createJournalStore } from '../../../sync/engine/store/journal-store.ts';
import { DeviceDatabase } from '../database/database.ts';
import type { JournalCalls } from './journal-messages.ts';
import { followTables, mirroredTables } from './mirrored-tables.ts';
import { repairTables } from './repair-tables.ts';

const tables = mirroredTables.filter((table) => table !== 'packages');

/** Makes a journal in memory, and the device that uses it. */
function journalOf(records: NumberedRecord[] = []) {
  const append = async (added: readonly NumberedRecord[]) => void records.push(...added);
  const store = createJournalStore(records, { append, others: async () => [], hasRoom: async () => true, prove: async () => undefined });
  const journal = { ...store, keepPaper: async () => undefined } as unknown as JournalCalls;
  return { journal, records };
}

describe('mirrored tables', () => {
  beforeEach(() => {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => ({}) }) } });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('hold a setting in database and journal, and restore it to a new database', async () => {
    const { journal, records } = journalOf();
    const db = new DeviceDatabase();
    followTables(db, journal);
    await db.settings.put({ key: 'deviceId', value: 'this one' });
    await vi.waitFor(() => expect(records).toHaveLength(1));
    Dexie.dependencies.indexedDB = new IDBFactory();
    const anew = new DeviceDatabase('anew');
    await repairTables(anew, journalOf(records).journal, tables, true);
    expect(await anew.settings.toArray()).toEqual([{ key: 'deviceId', value: 'this one' }]);
  });

  it('keep practice out of the journal, and drop practice that an older build put there', async () => {
    const { journal, records } = journalOf();
    const db = new DeviceDatabase();
    followTables(db, journal);
    await db.settings.put({ key: 'practicePack/7', value: 'x'.repeat(2_000_000) });
    await db.settings.put({ key: 'practiceAnswers/7', value: 'y' });
    await db.settings.put({ key: 'deviceId', value: 'this one' });
    await vi.waitFor(() => expect(records).not.toEqual([]));
    expect(records).toMatchObject([{ r: { key: 'deviceId' } }]);
    await journal.keep([{ table: 'settings', key: 'practicePack/8', row: { key: 'practicePack/8', value: 'x'.repeat(2_000_000) } }]);
    await repairTables(db, journal, tables, true);
    expect((await db.settings.toArray()).map(({ key }) => key)).toEqual(['deviceId', 'practiceAnswers/7', 'practicePack/7']);
    expect((await journal.deviceRecords()).map(({ key }) => key)).toEqual(['deviceId']);
    // When a full journal file is written again from its beginning, it begins with the records that `essence` returns.
    expect(JSON.stringify(createJournalStore(records, {} as never).essence()).length).toBeLessThan(300);
  });
});
