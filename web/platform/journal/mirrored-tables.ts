import type { DeviceRecord } from '../../../sync/engine/store/device-records.ts';
import type { DBCore, DBCoreMutateRequest, Dexie } from 'dexie';
import { practiceKeyPrefix } from '../database/practice-names.ts';
import { hasJournals } from './journal-place.ts';
import type { JournalCalls } from './journal-messages.ts';

/**
 * Tables of the device database, besides those of attempts, that the journal files mirror, so that an exam can continue after the database is lost
 * (SY20, SY25): vaults, exam notices, device settings and sealed papers. Content keys are excluded: the server or the room code can release the paper
 * again.
 */
export const mirroredTables: readonly string[] = ['vaults', 'notices', 'settings', 'packages'];

/**
 * Settings that are stored in the database only. The text that the pre-check of a PC leaves shows whether the database survives, so it must not be
 * restored from elsewhere. Practice data is large and is written completely with every answer: a few students on one PC would fill the journal.
 */
const isDatabaseOnly = (key: string | number): boolean => key === 'precheck' || String(key).startsWith(practiceKeyPrefix);
/** Tells whether the row with this key is mirrored. */
export const isMirroredRow = (table: string, key: unknown): key is string | number =>
  (typeof key === 'string' || typeof key === 'number') && !(table === 'settings' && isDatabaseOnly(key));

/** Tables of the attempts. The mirrored store writes them, and itself decides when it must not write the database. */
const ofAttempts: readonly string[] = ['sittings', 'streams', 'ops', 'clock'];
let isLeftAlone = (): boolean => false;
/** Number of repairs in progress. Repairs check the free space themselves, and must write before the save status calls the database sound. */
export const repairCounter = { count: 0 };
/**
 * Refuses writes to all tables but those of attempts while `isOnlyCopy` returns true: a write on a full disk may make the browser delete both
 * replicas.
 */
export const refuseWritesWhile = (isOnlyCopy: () => boolean): void => void (isLeftAlone = isOnlyCopy);

/** Copies every written row of the mirrored tables to the journal. The write does not wait for the copy. */
export function followTables(db: Dexie, journal: JournalCalls): void {
  const copyToJournal = (writtenRecords: readonly DeviceRecord[]): void => {
    const rows = writtenRecords.filter(({ table, key }) => isMirroredRow(table, key));
    if (rows.length === 0) return;
    void hasJournals()
      .then((has) => (has ? keep(journal, rows) : undefined))
      .catch(() => undefined);
  };
  db.use({
    stack: 'dbcore',
    name: 'secondCopy',
    create: (core): DBCore => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (ofAttempts.includes(name)) return table;
        return {
          ...table,
          async mutate(request) {
            if (isLeftAlone() && repairCounter.count === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
            const response = await table.mutate(request);
            if (mirroredTables.includes(name)) copyToJournal(listChangedDeviceRecords(name, request, response.results ?? []));
            return response;
          },
        };
      },
    }),
  });
}

function listChangedDeviceRecords(table: string, request: DBCoreMutateRequest, keys: readonly unknown[]): DeviceRecord[] {
  if (request.type === 'delete') return request.keys.map((key) => ({ table, key: key as string, row: null }));
  if (request.type === 'deleteRange') return [];
  return request.values.map((row: { id?: number }, at) => {
    const key = (keys[at] ?? request.keys?.[at]) as string | number;
    return { table, key, row: table === 'vaults' ? { ...row, id: key } : row };
  });
}

/** Copies device records to the journal, and papers to their own files. */
async function keep(journal: JournalCalls, rows: readonly DeviceRecord[]): Promise<void> {
  for (const { table, key, row } of rows)
    if (table === 'packages') await journal.keepPaper(Number(key), row === null ? null : JSON.stringify(row));
  await journal.keep(rows.filter(({ table }) => table !== 'packages'));
}
