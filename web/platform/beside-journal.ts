import type { Dexie } from 'dexie';
import { StorageFault } from '../../sync/engine/ports.ts';
import { hasJournals } from './journal-place.ts';
import { followTables } from './kept-twice.ts';
import { secondCopy } from './second-copy.ts';
import { guarded } from './storage-fault.ts';

/** So long an opening waits for the journal; after that the page goes on with the database alone. */
const openPatienceMs = 8_000;
/** And the lamp for a row that is being told. */
const writePatienceMs = 2_000;
const falseAfter = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

export interface KeptTwice {
  /** Makes the journal where this browser has such files and the disk has room. Rejects never: without it there is one copy, and that is said. */
  prepare(): Promise<void>;
  /** Writes to the database. Rejects where the disk takes nothing new: the browser would throw away the database, and the journal with it (decision 48). */
  write<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Does all that was written so far stand in the journal too? */
  isTwice(): Promise<boolean>;
}

/** A database beside the exams' one, whose tables stand in this device's journal too (SY25). Compared and mended at every opening, before anything is read. */
export function keptBeside(db: Dexie, tables: readonly string[]): KeptTwice {
  const { told, compared } = followTables(db, secondCopy, tables);
  const mend = async (at: Pick<Dexie, 'table'>): Promise<void> => {
    const { mendTables } = await import('./mend-tables.ts');
    // What was written before is told by the comparison.
    compared();
    await mendTables(at, secondCopy, tables, await secondCopy.hasRoom());
  };
  let isMended = false;
  let prepared = Promise.resolve();
  const prepare = async (): Promise<void> => {
    try {
      await db.open();
      if (isMended) return;
      // The device's own way to make it: its attempts are told to the new journal as well.
      await (await import('./device.ts')).haveSecondCopy();
      await mend(db);
      isMended = true;
    } catch (fault) {
      console.warn('no second copy on this device', fault);
    }
  };
  db.on(
    'ready',
    async (opened) => {
      const done = hasJournals().then(async (has) => has && (await mend(opened).then(() => true)));
      isMended = await Promise.race([done.catch(() => false), falseAfter(openPatienceMs)]);
    },
    true,
  );
  return {
    prepare: () => (prepared = prepare()),
    async write(work) {
      if (isMended && !(await secondCopy.hasRoom().catch(() => true))) throw new StorageFault('quota', 'the disk is full');
      return guarded(work);
    },
    isTwice: () => Promise.race([prepared.then(() => isMended && told()), falseAfter(writePatienceMs)]),
  };
}
