import { headsOf, type Copy, restoreInto } from '../../sync/engine/copies.ts';
import { fold, type Numbered } from '../../sync/engine/journal-records.ts';
import { createJournalStore, type Journal } from '../../sync/engine/journal-store.ts';
import { createMemoryClientStore, emptyDisk, type MemoryDisk } from '../../sync/engine/memory-client-store.ts';
import { mendBoth } from '../../sync/engine/mend-copies.ts';
import { StorageFault, type Timers } from '../../sync/engine/ports.ts';
import { createSerial } from '../../sync/engine/serial.ts';
import { createTwofoldStore } from '../../sync/engine/twofold-store.ts';
import { systemTimers } from '../../server/surroundings.ts';
import { opRow, sittingRow, streamRow } from './client-store-rows.ts';

/** A disk with both copies on it, either of which can be told to refuse; tabs and starts of the browser come and go over it. */
export class TwofoldDisk {
  database = emptyDisk();
  journals: Numbered[][] = [];
  refuses = { database: false, journal: false };
  /** The database is not to be written now: that would be the end of it. */
  full = false;
  readonly timers: Timers = { ...systemTimers };
  /** How often it was tried all the same. */
  triedWhileFull = 0;
  /** So long each of the database's transactions takes. */
  delayMs = 0;
  /** What the browser throws away with its database. */
  thrownAway = false;
  readonly #turns = createSerial();

  /** A tab that has just been opened. */
  tab() {
    const begin = this.journals.flat();
    const own: Numbered[] = [];
    this.journals.push(own);
    const seen = new Set(begin);
    const database = memoryCopy(
      () => this.database,
      () => {
        if (this.full) this.triedWhileFull += 1;
        return this.refuses.database || this.full;
      },
      () => this.delayMs,
    );
    const journal: Journal = {
      append: async (records) => {
        if (this.refuses.journal) throw new StorageFault('quota', 'told to');
        own.push(...records);
      },
      hasRoom: () => Promise.resolve(!this.full),
      renew: async (all) => {
        if (!this.thrownAway) return;
        if (this.refuses.journal) throw new StorageFault('quota', 'told to');
        own.splice(0, own.length, ...all());
      },
      others: () => {
        const told = this.journals.filter((records) => records !== own).flatMap((records) => records.filter((record) => !seen.has(record)));
        for (const record of told) seen.add(record);
        return Promise.resolve(told);
      },
    };
    const second = createJournalStore(begin, journal);
    const doubts = { told: 0 };
    const store = createTwofoldStore({
      database,
      second,
      clock: { wallMs: () => Date.now(), monoMs: () => performance.now() },
      timers: this.timers,
      open: () => mendBoth('database', database, second),
      mend: (trusted) => mendBoth(trusted, database, second),
      onDoubt: () => (doubts.told += 1),
      inTurn: (work) => this.#turns.run(work),
    });
    return { store, second, doubts, own };
  }

  readJournals(): MemoryDisk {
    return fold(this.journals.flat());
  }
}

export function memoryCopy(disk: () => MemoryDisk, refuses: () => boolean, delayMs: () => number): Copy {
  const transact = async <T>(kind: 'read' | 'write', work: () => T): Promise<T> => {
    if (delayMs() > 0) await new Promise((resolve) => setTimeout(resolve, delayMs()));
    if (kind === 'write' && refuses()) throw new StorageFault('quota', 'told to');
    return work();
  };
  const store = createMemoryClientStore(disk, transact);
  return {
    ...store,
    heads: () => transact('read', () => headsOf(disk())),
    restore: (rows, mine) => transact('write', () => restoreInto(disk(), rows, mine)),
  };
}

/** A tab that has said so many answers. */
export async function seeded(disk: TwofoldDisk, ops: number) {
  const tab = disk.tab();
  await tab.store.saveSitting(sittingRow());
  await tab.store.addStream(streamRow());
  for (let seq = 1; seq <= ops; seq += 1) {
    const outcome = await tab.store.append(opRow(seq), `h${seq - 1}`);
    if (outcome !== 'committed') throw new Error(`answer ${seq} is ${outcome}`);
  }
  return tab;
}
