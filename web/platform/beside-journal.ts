import type { Dexie } from 'dexie';
import { limits } from '../../sync/engine/in-time.ts';
import { type Keepsake, keepsakeName } from '../../sync/engine/keepsakes.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import { clock, timers } from './browser-ports.ts';
import type { JournalCalls } from './journal-messages.ts';
import { hasJournals } from './journal-place.ts';
import { guarded } from './storage-fault.ts';

/** How long an opening, a write and a sending wait for the journal before they go on with the database alone. */
const patienceMs = { open: 8_000, write: 2_000, send: 60_000 };
/** What one copy lacks is tried again after so long. */
const againMs = 10_000;

/** Of everything that was written so far. */
export type HeldIn = 'both' | 'one';

/** A database beside the exams' one, whose rows stand in this device's journal too (SY25). */
export interface BesideJournal {
  /** Makes the journal where there is none, and gives it what it lacks. Never rejects: without it there is one copy, and that is said. */
  prepare(): Promise<void>;
  /** The copies were compared, or can not be: what the database says of a row is the last that this device knows. */
  compared(): Promise<void>;
  /**
   * `work` writes to the database and gives the rows as they stand there now. Rejects where the disk takes nothing new: a browser that writes
   * there all the same may throw away both copies (decision 48). A page that is being left has no time to ask: it goes by the last answer.
   */
  write(work: () => PromiseLike<readonly Keepsake[]>, when?: 'leaving'): Promise<HeldIn>;
  /** Rows that the database could not take. */
  tell(rows: readonly Keepsake[]): Promise<HeldIn>;
  heldIn(): HeldIn;
}

interface Second {
  readonly second: Pick<JournalCalls, 'keep' | 'keepsakes' | 'look' | 'hasRoom' | 'prove'>;
  /** Makes the files of the journal, written in full. */
  readonly make: () => Promise<void>;
}

/** Compares and mends at every opening, before anything is read. Their keys are their first field's; `laterRow` says what counts. */
export function keptBeside(db: Dexie, tables: readonly string[], { second, make }: Second): BesideJournal {
  const { inTime, succeeds } = limits(timers);
  /** The journal answers, and was compared with the database. */
  let isThere = false;
  /** And the database has taken from it what it lacked. */
  let isWhole = false;
  const untold = new Map<string, Keepsake>();
  let comparing: Promise<void> = Promise.resolve();
  let preparing: Promise<void> = Promise.resolve();
  let triedMs = -Infinity;
  let hasRoom = true;
  /** Once for each page: what has no room for it may be filled to the brim by trying. */
  let making: Promise<void> | undefined;

  const heldIn = (): HeldIn => (isWhole && untold.size === 0 ? 'both' : 'one');

  async function tellAll(): Promise<void> {
    const telling = [...untold];
    await second.keep(telling.map(([, row]) => row));
    for (const [name, row] of telling) if (untold.get(name) === row) untold.delete(name);
  }

  async function tell(rows: readonly Keepsake[]): Promise<HeldIn> {
    for (const row of rows) untold.set(keepsakeName(row), row);
    if (isThere && untold.size > 0) await succeeds(tellAll(), patienceMs.write);
    return heldIn();
  }

  async function compare(at: Dexie): Promise<void> {
    isThere = isWhole = false;
    if (!(await hasJournals())) return;
    const { mendTables } = await import('./mend-tables.ts');
    await second.look();
    // A database that was lost gets it back, too.
    await tellAll();
    hasRoom = await second.hasRoom();
    await mendTables(at, second, tables, hasRoom);
    isThere = true;
    isWhole = hasRoom;
    // What was written meanwhile.
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
      if (heldIn() === 'both' || clock.monoMs() - triedMs < againMs) return preparing;
      triedMs = clock.monoMs();
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
        // While the room is taken, the disk may be full for a moment.
        await succeeds(Promise.resolve(making), patienceMs.open);
        hasRoom = !isThere || (await inTime(second.hasRoom(), patienceMs.write).catch(() => true));
      }
      if (!hasRoom) throw new StorageFault('quota', 'the disk is full');
      let rows: readonly Keepsake[];
      try {
        rows = await guarded(work);
      } catch (fault) {
        // A browser that deletes a damaged database may delete the journal with it: it is written again from memory.
        if (isThere) second.prove().catch(() => undefined);
        throw fault;
      }
      return tell(rows);
    },
    tell,
    heldIn,
  };
}
