import type { Dexie } from 'dexie';
import { createFaultReporter } from '../../../sync/engine/faults.ts';
import { createReplicaTimeouts } from '../../../sync/engine/store/replica-timeouts.ts';
import { type DeviceRecord, getDeviceRecordName } from '../../../sync/engine/store/device-records.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { browserClock, browserTimers } from '../browser-ports.ts';
import { reportEngineFault } from '../engine-fault.ts';
import type { JournalCalls } from './journal-messages.ts';
import { hasJournals } from './journal-place.ts';
import { guardStorage } from '../database/storage-fault.ts';

/**
 * Longest wait for the journal, in milliseconds, when the database is opened, written or read for sending. After that, only the database is used.
 */
const patienceMs = { open: 8_000, write: 2_000, send: 60_000 };
/** Pause between two attempts to make both replicas equal, in milliseconds. */
const againMs = 10_000;

/** Number of replicas (database and journal file) that hold everything written so far. */
export type ReplicaCount = 'both' | 'one';

/** Mirror of a Dexie database, other than that of the exams, in the journal files. Each row is stored there as a device record (SY25). */
export interface JournalMirror {
  /** Creates the journal if it is missing and repairs it. Never rejects: on failure there is one replica, and `heldIn` says so. */
  prepare(): Promise<void>;
  /**
   * Resolves when database and journal have been compared or cannot be compared. After that, a row in the database is the newest version this device
   * has.
   */
  compared(): Promise<void>;
  /**
   * Runs `work`, which writes to the database and returns the rows as now stored, and copies these rows to the journal. Rejects if the disk is
   * full: writing then could make the browser delete both replicas (decision 020). `'leaving'` (the page is being left) skips the check and uses
   * the result of the last one.
   */
  write(work: () => PromiseLike<readonly DeviceRecord[]>, when?: 'leaving'): Promise<ReplicaCount>;
  /** Writes rows to the journal that the database could not take. */
  writeToJournal(rows: readonly DeviceRecord[]): Promise<ReplicaCount>;
  heldIn(): ReplicaCount;
}

interface SecondCopy {
  readonly journal: Pick<JournalCalls, 'keep' | 'deviceRecords' | 'look' | 'hasRoom' | 'prove'>;
  /** Creates the files of the journal, filled to their full size. */
  readonly make: () => Promise<void>;
}

/**
 * Mirrors the rows of `tables` of `db` in the journal files. Database and journal are compared and repaired at every opening, before anything is
 * read. The first field of a row is its key; `compareRowVersions` decides between two versions.
 */
export function mirrorInJournal(db: Dexie, tables: readonly string[], { journal, make }: SecondCopy): JournalMirror {
  const { inTime, succeeds } = createReplicaTimeouts(browserTimers, createFaultReporter(reportEngineFault, 'storage'));
  /** True once the journal answers and has been compared with the database. */
  let isThere = false;
  /** True once the database also has all rows of the journal. */
  let isWhole = false;
  const pending = new Map<string, DeviceRecord>();
  let comparing: Promise<void> = Promise.resolve();
  let preparing: Promise<void> = Promise.resolve();
  let triedMs = -Infinity;
  let hasRoom = true;
  /** The only attempt of this page to create the journal: on a small disk, each attempt may fill the disk. */
  let making: Promise<void> | undefined;

  const heldIn = (): ReplicaCount => (isWhole && pending.size === 0 ? 'both' : 'one');

  async function writePending(): Promise<void> {
    const sending = [...pending];
    await journal.keep(sending.map(([, row]) => row));
    for (const [name, row] of sending) if (pending.get(name) === row) pending.delete(name);
  }

  async function tell(rows: readonly DeviceRecord[]): Promise<ReplicaCount> {
    for (const row of rows) pending.set(getDeviceRecordName(row), row);
    if (isThere && pending.size > 0) await succeeds(writePending(), patienceMs.write);
    return heldIn();
  }

  async function compare(at: Dexie): Promise<void> {
    isThere = isWhole = false;
    if (!(await hasJournals())) return;
    const { repairTables } = await import('./repair-tables.ts');
    await journal.look();
    // Write rows that the journal lacks before the comparison. If the database was lost and recreated, it thus gets these rows back too.
    await writePending();
    hasRoom = await journal.hasRoom();
    await repairTables(at, journal, tables, hasRoom);
    isThere = true;
    isWhole = hasRoom;
    // Copy to the journal the rows that the page wrote to the database during the comparison.
    await tell([]);
  }

  db.on(
    'ready',
    async (opened) => {
      comparing = compare(opened);
      await succeeds(comparing, patienceMs.open);
    },
    true,
  );

  async function begin(): Promise<void> {
    await db.open();
    await comparing.catch(() => undefined);
    if (isWhole) return void (await tell([]));
    if (!isThere) await (making ??= make());
    comparing = compare(db);
    await comparing;
  }

  return {
    prepare() {
      if (heldIn() === 'both' || browserClock.monoMs() - triedMs < againMs) return preparing;
      triedMs = browserClock.monoMs();
      preparing = begin().catch((fault: unknown) => console.warn('no second copy on this device', fault));
      return preparing;
    },
    async compared() {
      await db.open();
      await succeeds(comparing, patienceMs.send);
    },
    async write(work, when) {
      if (when !== 'leaving') {
        await db.open();
        // While the journal files are being created, the disk may look full for a moment.
        await succeeds(Promise.resolve(making), patienceMs.open);
        hasRoom = !isThere || (await inTime(journal.hasRoom(), patienceMs.write).catch(() => true));
      }
      if (!hasRoom) throw new StorageFault('quota', 'the disk is full');
      let rows: readonly DeviceRecord[];
      try {
        rows = await guardStorage(work);
      } catch (fault) {
        // A browser that deletes a damaged database may delete the journal as well. `prove` checks that and rewrites the journal from memory.
        if (isThere) journal.prove().catch(() => undefined);
        throw fault;
      }
      return tell(rows);
    },
    writeToJournal: tell,
    heldIn,
  };
}
