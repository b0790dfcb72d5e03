import { type Copy, headsOf, restoreInto } from '../../sync/engine/copies.ts';
import type { TabTurns } from './tab-turns.ts';
import { fold, type Numbered } from '../../sync/engine/journal-records.ts';
import { createJournalStore, isSettled, type Journal } from '../../sync/engine/journal-store.ts';
import { cloneDisk, createMemoryClientStore, emptyDisk, type MemoryDisk, type Transact } from '../../sync/engine/memory-client-store.ts';
import type { PieceDisk } from '../../sync/engine/memory-piece-store.ts';
import { mendBoth } from '../../sync/engine/mend-copies.ts';
import {
  type Appended,
  type AppendOutcome,
  type Clock,
  type Copies,
  type Doubt,
  type OpRow,
  type PeerNote,
  StorageFault,
  type Timers,
} from '../../sync/engine/ports.ts';
import { sealOp } from '../../sync/engine/seal-op.ts';
import type { TwofoldStore, WriterAside } from '../../sync/engine/twofold-ports.ts';
import { createTwofoldStore } from '../../sync/engine/twofold-store.ts';
import type { LearnImage } from './learn-disk.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { Harm } from './harms.ts';
import type { OpBook } from './op-book.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

/** So many transactions back a tear may lie. */
const tornAtMost = 12;
/** No write takes so long but that of a tab that was frozen in the middle of it. */
const frozenMs = 10_000;

/** Everything a PC's disk holds. */
export interface DiskImage {
  readonly disk: MemoryDisk;
  readonly journals: readonly (readonly Numbered[])[];
  readonly pieces: PieceDisk;
  readonly learning: LearnImage;
  readonly randomness: SeededChance;
}

interface Tab {
  readonly process: Process;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Hashes of what it heard was committed. */
  readonly written: Set<string>;
  readonly copies: (() => Copies) | undefined;
  readonly documentId: string;
}

interface Device {
  readonly parts: { readonly time: VirtualTime; readonly chance: SeededChance; readonly faults: FaultCounts; readonly book: OpBook };
  readonly disk: MemoryDisk;
  readonly quotaUntilMs: number;
  announce(note: PeerNote): void;
  committed(op: OpRow, on: MemoryDisk, journalAlone?: boolean): void;
  /** A tab has just changed which copy it believes. */
  turned(): void;
  readonly turns: TabTurns;
}

/** What both copies of one PC go through (SY25): the journals its tabs wrote, and what its screens have said of each op. */
export class SimCopies {
  journals: Numbered[][];
  journalRefusesUntilMs = 0;
  /** Neither copy is harmed again before a start has made the other whole: two tears with nothing in between are nobody's to mend. */
  harmed: 'database' | 'journal' | undefined;
  readonly #past: MemoryDisk[] = [];
  readonly #saidBoth = new Set<string>();

  constructor(journals: readonly (readonly Numbered[])[] = []) {
    this.journals = journals.map((file) => [...file]);
  }

  /** Before each transaction that writes. */
  note(disk: MemoryDisk): void {
    this.#past.push(cloneDisk(disk));
    if (this.#past.length > tornAtMost) this.#past.shift();
  }

  forgetPast(): void {
    this.#past.length = 0;
  }

  /** A lamp stands for all that its tab has written. */
  said(tab: Tab): void {
    if (tab.copies?.() === 'both') for (const hash of tab.written) this.#saidBoth.add(hash);
  }

  /** What the journals say by now. */
  journaled(): MemoryDisk {
    return fold(this.journals.flat());
  }

  /** What is left of the database; the journals are changed in place. Undefined: nothing is done, the other copy is yet to be mended. */
  harm(database: MemoryDisk, harm: Harm, chance: SeededChance): MemoryDisk | undefined {
    const which = harm === 'tail' || harm === 'empty' ? 'database' : 'journal';
    if (this.harmed !== undefined && this.harmed !== which) return undefined;
    this.harmed = which;
    if (harm === 'tail') return this.#past.length > 0 ? chance.pick(this.#past) : database;
    if (harm === 'empty') return emptyDisk();
    if (harm === 'journalGone') this.journals = [];
    else for (const file of this.journals) file.splice(Math.max(0, file.length - chance.int(1, 6)));
    return database;
  }

  /**
   * Of these ops, those that no copy holds now and that no lamp had called saved in both; and what the server holds whole: once an attempt is
   * put away, neither copy is made again from the other. `before`: both copies as they were.
   */
  excused(ops: Iterable<OpRow>, database: MemoryDisk, before: readonly MemoryDisk[]): OpRow[] {
    const journal = this.journaled();
    const holds = (disk: MemoryDisk, op: OpRow): boolean => disk.ops.get(op.streamId)?.[op.seq - 1]?.hash === op.hash;
    return [...ops].filter((op) => {
      if (holds(database, op)) return false;
      return holds(journal, op)
        ? isSettled(journal, op.attemptId)
        : before.some((copy) => isSettled(copy, op.attemptId)) || !this.#saidBoth.has(op.hash);
    });
  }
}

/** The product's store of both copies, over the simulated disk. */
export function openTwofold(tab: Tab, device: Device, copies: SimCopies, transact: Transact): TwofoldStore {
  const { time, chance, faults } = device.parts;
  const database: Copy = {
    ...createMemoryClientStore(() => device.disk, transact),
    heads: () => transact('read', () => headsOf(device.disk)),
    restore: (rows, mine) => transact('write', () => restoreInto(device.disk, rows, mine)),
  };
  const begin = copies.journals.flat();
  const own: Numbered[] = [];
  copies.journals.push(own);
  const seen = new Set(begin);
  /** Ops that the journal alone decides: they are committed with its frame, others with the database's transaction. */
  const deciding = new Set<string>();
  const journal: Journal = {
    append: (records) =>
      new Promise((resolve, reject) => {
        const write = (): void => {
          if (time.nowMs < copies.journalRefusesUntilMs) {
            faults.hit('journalRefused');
            return reject(new StorageFault('storage', 'simulated'));
          }
          own.push(...records);
          for (const { r } of records) if (r.k === 'op' && deciding.has(r.op.hash)) device.committed(r.op, second.rows(), true);
          time.after(chance.next() * 2, resolve, tab.process);
        };
        time.after(chance.next() * 3, write, tab.process);
      }),
    hasRoom: () => Promise.resolve(time.nowMs >= device.quotaUntilMs),
    prove: () => Promise.resolve(),
    others() {
      const told = copies.journals.flatMap((file) => (file === own ? [] : file.filter((record) => !seen.has(record))));
      for (const record of told) seen.add(record);
      return Promise.resolve(told);
    },
  };
  const store = createJournalStore(begin, journal);
  const second: typeof store = {
    ...store,
    append(op, prevHash, amend) {
      deciding.add(op.hash);
      return store.append(op, prevHash, amend);
    },
    appendHandIn(op, prevHash, heads, row, amend) {
      deciding.add(op.hash);
      return store.appendHandIn(op, prevHash, heads, row, amend);
    },
  };
  const mend = async (trusted: 'database' | 'second') => {
    const whole = await mendBoth(trusted, database, second);
    if (trusted === 'second') device.turned();
    // On a full disk a harmed database stays as it is.
    if (whole === 'both' || copies.harmed === 'journal') copies.harmed = undefined;
    return whole;
  };
  const told = new Set<Doubt>();
  let prepared = false;
  /** The thread that writes to both: what the journal follows is what the database has just taken, and is about to commit. */
  const aside: WriterAside = {
    async sealAndWrite(draft, prevHash, amend) {
      if (!prepared || time.nowMs < device.quotaUntilMs) {
        prepared = false;
        return undefined;
      }
      const op = await sealOp(draft, prevHash);
      let held = Promise.resolve(false);
      const following: Transact = (kind, work) =>
        transact(kind, () => {
          const outcome = work();
          if (outcome === 'committed')
            held = second.follow(op, prevHash, null).then(
              () => true,
              () => false,
            );
          return outcome;
        });
      try {
        const outcome = await createMemoryClientStore(() => device.disk, following).append(op, prevHash, amend);
        faults.hit('writtenAside');
        return { op, outcome, held: await held };
      } catch (fault) {
        if (!(fault instanceof StorageFault)) throw fault;
        return { op, fault, held: await held };
      }
    },
    prepare: () => void (prepared = true),
  };
  const twofold = createTwofoldStore({
    database,
    second,
    clock: tab.clock,
    timers: tab.timers,
    open: () => mend('database'),
    mend,
    inTurn: (work) => device.turns.run(tab, work),
    // A quarter of the pages; in the others they write themselves, as every page does where that thread is gone.
    ...(/^[0-3]/.test(tab.documentId) && { aside }),
    onDoubt(why) {
      if (!told.has(why)) device.turned();
      if (why === 'failed') told.add(why);
      device.announce({ kind: 'doubt', why });
      device.announce({ kind: 'written' });
    },
  });
  const heard = async (writing: Promise<Appended>): Promise<Appended> => {
    const askedMs = time.nowMs;
    const { op, outcome } = await writing;
    // Refused or not: a journal that has lost its end no longer says that it was taken back, and a start finds it there.
    if (time.nowMs - askedMs > frozenMs) device.parts.book.stalled.add(op.hash);
    if (outcome !== 'committed') return { op, outcome };
    // The database refused it, and the journal that followed has it.
    device.committed(op, device.disk);
    tab.written.add(op.hash);
    copies.said(tab);
    if (twofold.copies() !== 'both') faults.hit('savedOnce');
    return { op, outcome };
  };
  const heardOf = async (op: OpRow, outcome: Promise<AppendOutcome>): Promise<AppendOutcome> =>
    (await heard(outcome.then((said) => ({ op, outcome: said })))).outcome;
  return {
    ...twofold,
    sealAndAppend: (draft, prevHash, amend) => heard(twofold.sealAndAppend(draft, prevHash, amend)),
    append: (op, prevHash, amend) => heardOf(op, twofold.append(op, prevHash, amend)),
    appendHandIn: (op, prevHash, heads, row, amend) => heardOf(op, twofold.appendHandIn(op, prevHash, heads, row, amend)),
  };
}
