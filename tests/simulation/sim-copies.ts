import { type Replica, listStreamHoldings, mergeRowsInto } from '../../sync/engine/store/replicas.ts';
import type { TabScheduler } from './tab-scheduler.ts';
import { rebuildDisk, type NumberedRecord } from '../../sync/engine/store/journal-records.ts';
import { createJournalStore, isFullyDelivered, type JournalFile } from '../../sync/engine/store/journal-store.ts';
import {
  cloneMemoryDisk,
  createMemoryClientStore,
  createEmptyDisk,
  type MemoryDisk,
  type TransactionWrapper,
} from '../../sync/engine/store/memory-client-store.ts';
import type { ChunkDisk } from '../../sync/engine/store/memory-chunk-store.ts';
import { repairWithFullDisk } from '../../sync/engine/store/repair-replicas.ts';
import {
  type AppendedOp,
  type ClientAppendOutcome,
  type Clock,
  type ReplicaState,
  type ReplicaFailure,
  type OpRow,
  type TabMessage,
  StorageFault,
  type Timers,
} from '../../sync/engine/ports.ts';
import { sealOp } from '../../sync/engine/store/seal-op.ts';
import type { MirroredStore, WriterThread } from '../../sync/engine/store/mirrored-store-ports.ts';
import { createMirroredStore } from '../../sync/engine/store/mirrored-store.ts';
import type { LearnImage } from './learn-disk.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { ReplicaDamage } from './replica-damages.ts';
import type { OpBook } from './op-book.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';
import { failOnFault } from '../fixtures/engine/fail-on-fault.ts';

/** A damaged database may lose this many transactions. */
const tornAtMost = 12;
/** A write that takes longer than this, in milliseconds, can only be one whose tab was frozen meanwhile. */
const frozenMs = 10_000;

/** Image of everything on a PC's disk. */
export interface DiskImage {
  readonly disk: MemoryDisk;
  readonly journals: readonly (readonly NumberedRecord[])[];
  readonly chunks: ChunkDisk;
  readonly learning: LearnImage;
  readonly randomness: SeededChance;
}

interface Tab {
  readonly process: SimProcess;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Hashes of ops whose local write the store has confirmed to this tab. */
  readonly written: Set<string>;
  readonly copies: (() => ReplicaState) | undefined;
  readonly documentId: string;
}

interface Device {
  readonly parts: { readonly time: VirtualTime; readonly chance: SeededChance; readonly faults: FaultCounts; readonly book: OpBook };
  readonly disk: MemoryDisk;
  readonly quotaUntilMs: number;
  announce(note: TabMessage): void;
  committed(op: OpRow, on: MemoryDisk, journalAlone?: boolean): void;
  /** Called when a tab changes which replica it trusts. */
  turned(): void;
  readonly turns: TabScheduler;
}

/** The two replicas of one PC (SY25): keeps the journals of its tabs, and remembers which ops a save indicator showed as stored in both. */
export class SimCopies {
  journals: NumberedRecord[][];
  journalRefusesUntilMs = 0;
  /**
   * The replica that was damaged, until a start of the browser has repaired it. Only this one may be damaged again until then, because no
   * design survives damage to both.
   */
  harmed: 'database' | 'journal' | undefined;
  readonly #past: MemoryDisk[] = [];
  readonly #saidBoth = new Set<string>();

  constructor(journals: readonly (readonly NumberedRecord[])[] = []) {
    this.journals = journals.map((file) => [...file]);
  }

  /** Stores a copy of the database before each writing transaction. `harm` can bring one back, as if later transactions were lost. */
  note(disk: MemoryDisk): void {
    this.#past.push(cloneMemoryDisk(disk));
    if (this.#past.length > tornAtMost) this.#past.shift();
  }

  forgetPast(): void {
    this.#past.length = 0;
  }

  /** Records that a tab's save indicator shows "both". The indicator covers all ops that the tab has written. */
  said(tab: Tab): void {
    if (tab.copies?.() === 'both') for (const hash of tab.written) this.#saidBoth.add(hash);
  }

  /** Rebuilds the rows of all streams from the journals. */
  journaled(): MemoryDisk {
    return rebuildDisk(this.journals.flat());
  }

  /**
   * Damages one replica. Returns the rows that the database has afterwards; journals are changed in place. Returns undefined and does
   * nothing if the other replica is damaged and not repaired yet.
   */
  harm(database: MemoryDisk, harm: ReplicaDamage, chance: SeededChance): MemoryDisk | undefined {
    const which = harm === 'tail' || harm === 'empty' ? 'database' : 'journal';
    if (this.harmed !== undefined && this.harmed !== which) return undefined;
    this.harmed = which;
    if (harm === 'tail') return this.#past.length > 0 ? chance.pick(this.#past) : database;
    if (harm === 'empty') return createEmptyDisk();
    if (harm === 'journalGone') this.journals = [];
    else for (const file of this.journals) file.splice(Math.max(0, file.length - chance.int(1, 6)));
    return database;
  }

  /**
   * Returns the ops whose loss is excused after damage. An op is excused if neither replica has it and no save indicator showed it as
   * stored in both. It is also excused if the server has the whole attempt, because the replicas of an archived attempt are not repaired
   * from each other. `before`: both replicas before the damage.
   */
  excused(ops: Iterable<OpRow>, database: MemoryDisk, before: readonly MemoryDisk[]): OpRow[] {
    const journal = this.journaled();
    const holds = (disk: MemoryDisk, op: OpRow): boolean => disk.ops.get(op.streamId)?.[op.seq - 1]?.hash === op.hash;
    return [...ops].filter((op) => {
      if (holds(database, op)) return false;
      return holds(journal, op)
        ? isFullyDelivered(journal, op.attemptId)
        : before.some((copy) => isFullyDelivered(copy, op.attemptId)) || !this.#saidBoth.has(op.hash);
    });
  }
}

/** Opens the product's mirrored store over the simulated disk. */
export function openMirroredStore(tab: Tab, device: Device, copies: SimCopies, transact: TransactionWrapper): MirroredStore {
  const { time, chance, faults } = device.parts;
  const database: Replica = {
    ...createMemoryClientStore(() => device.disk, transact),
    heads: () => transact('read', () => listStreamHoldings(device.disk)),
    restore: (rows, mine) => transact('write', () => mergeRowsInto(device.disk, rows, mine)),
  };
  const begin = copies.journals.flat();
  const own: NumberedRecord[] = [];
  copies.journals.push(own);
  const seen = new Set(begin);
  /**
   * Ops for which the journal decides. They are committed when the journal is written; other ops are committed by the transaction of the
   * database.
   */
  const deciding = new Set<string>();
  const journalFile: JournalFile = {
    append: (records) =>
      new Promise((resolve, reject) => {
        const write = (): void => {
          if (time.nowMs < copies.journalRefusesUntilMs) {
            faults.hit('journalRefused');
            return reject(new StorageFault('storage', 'simulated'));
          }
          own.push(...records);
          for (const { r } of records) if (r.k === 'op' && deciding.has(r.op.hash)) device.committed(r.op, journalReplica.rows(), true);
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
  const store = createJournalStore(begin, journalFile);
  const journalReplica: typeof store = {
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
  const repair = async (trusted: 'database' | 'journal') => {
    const whole = await repairWithFullDisk(trusted, database, journalReplica, failOnFault);
    if (trusted === 'journal') device.turned();
    // On a full disk a damaged database stays damaged.
    if (whole === 'both' || copies.harmed === 'journal') copies.harmed = undefined;
    return whole;
  };
  const told = new Set<ReplicaFailure>();
  let prepared = false;
  /**
   * Simulates the writer thread, which writes to both replicas: the journal gets an op when the database has accepted it and is about to
   * commit.
   */
  const writerThread: WriterThread = {
    async sealAndWrite(draft, prevHash, amend) {
      if (!prepared || time.nowMs < device.quotaUntilMs) {
        prepared = false;
        return undefined;
      }
      const op = await sealOp(draft, prevHash);
      let held = Promise.resolve(false);
      const following: TransactionWrapper = (kind, work) =>
        transact(kind, () => {
          const outcome = work();
          if (outcome === 'committed')
            held = journalReplica.follow(op, prevHash, null).then(
              () => true,
              () => false,
            );
          return outcome;
        });
      try {
        const outcome = await createMemoryClientStore(() => device.disk, following).append(op, prevHash, amend);
        faults.hit('writtenByThread');
        return { op, outcome, held: await held };
      } catch (fault) {
        if (!(fault instanceof StorageFault)) throw fault;
        return { op, fault, held: await held };
      }
    },
    prepare: () => void (prepared = true),
  };
  const mirrored = createMirroredStore({
    database,
    journalReplica,
    clock: tab.clock,
    timers: tab.timers,
    open: () => repair('database'),
    repair,
    runExclusively: (work) => device.turns.run(tab, work),
    isStoragePersistent: async () => true,
    // A quarter of the pages have a writer thread. The other pages write both replicas themselves, as every page does whose thread has ended.
    ...(/^[0-3]/.test(tab.documentId) && { writerThread }),
    onFault: failOnFault,
    onReplicaFailure(why) {
      if (!told.has(why)) device.turned();
      if (why === 'failed') told.add(why);
      device.announce({ kind: 'doubt', why });
      device.announce({ kind: 'written' });
    },
  });
  const heard = async (writing: Promise<AppendedOp>): Promise<AppendedOp> => {
    const askedMs = time.nowMs;
    const { op, outcome } = await writing;
    // Records the op even if the database refused it. If the journal loses its last frames, it also loses the record that cancels the op,
    // and the next start finds the op.
    if (time.nowMs - askedMs > frozenMs) device.parts.book.stalled.add(op.hash);
    if (outcome !== 'committed') return { op, outcome };
    // Reports the commit here too: if the database refused the op, only the journal has it.
    device.committed(op, device.disk);
    tab.written.add(op.hash);
    copies.said(tab);
    if (mirrored.getReplicaState() !== 'both') faults.hit('savedOnce');
    return { op, outcome };
  };
  const heardOf = async (op: OpRow, outcome: Promise<ClientAppendOutcome>): Promise<ClientAppendOutcome> =>
    (await heard(outcome.then((said) => ({ op, outcome: said })))).outcome;
  return {
    ...mirrored,
    sealAndAppend: (draft, prevHash, amend) => heard(mirrored.sealAndAppend(draft, prevHash, amend)),
    append: (op, prevHash, amend) => heardOf(op, mirrored.append(op, prevHash, amend)),
    appendHandIn: (op, prevHash, heads, row, amend) => heardOf(op, mirrored.appendHandIn(op, prevHash, heads, row, amend)),
  };
}
