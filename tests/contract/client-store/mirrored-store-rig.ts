import { listStreamHoldings, type Replica, mergeRowsInto, type JournalReplica } from '../../../sync/engine/store/replicas.ts';
import type { ReportFault } from '../../../sync/engine/faults.ts';
import { rebuildDisk, type NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { createJournalStore, type JournalFile } from '../../../sync/engine/store/journal-store.ts';
import { createMemoryClientStore, createEmptyDisk, type MemoryDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { repairWithFullDisk } from '../../../sync/engine/store/repair-replicas.ts';
import { type ClientStore, type OpDraft, type OpRow, StorageFault, type Timers } from '../../../sync/engine/ports.ts';
import { sealOp } from '../../../sync/engine/store/seal-op.ts';
import { createSerialQueue } from '../../../sync/engine/ops/serial.ts';
import type { MirroredStore, WriterThread } from '../../../sync/engine/store/mirrored-store-ports.ts';
import { createMirroredStore } from '../../../sync/engine/store/mirrored-store.ts';
import { systemTimers } from '../../../server/system-ports.ts';
import { storedDocumentId, createOpRow, createSittingRow, createStreamRow } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

/** Errors that the tests provoke by calls that the engine never makes. They are no faults. */
const misuse = /^(?:no stream |stream \S+ exists already)/;
const failUnlessMisused: ReportFault = (error, where) => {
  if (!(error instanceof Error && misuse.test(error.message))) failOnFault(error, where);
};

/** Simulates the disk of a PC with both replicas, which can be made to refuse writes. Each `tab` is a tab on this disk. */
export class MirroredDisk {
  database = createEmptyDisk();
  journals: NumberedRecord[][] = [];
  refuses = { database: false, journal: false };
  /** True if the disk is full. A write to the database would then damage it. */
  full = false;
  /** True if the browser promises to keep the storage of this origin. */
  isPersistent = true;
  readonly timers: Timers = { ...systemTimers };
  /** Number of database writes that were attempted while the disk was full. */
  triedWhileFull = 0;
  /** Transactions of the database begin when this promise resolves. */
  ready: Promise<void> = Promise.resolve();
  /** True when the browser has deleted the database. Only the next write through an open handle notices this. */
  thrownAway = false;
  readonly #turns = createSerialQueue();

  /** State of the storage worker, which writes to both replicas: whether it answers, and how often it has written. */
  writerThread = { answers: true, written: 0 };

  /** Opens a new tab. `threaded`: a separate thread writes to both replicas. */
  tab(threaded?: 'threaded') {
    const begin = this.journals.flat();
    const own: NumberedRecord[] = [];
    this.journals.push(own);
    const seen = new Set(begin);
    const database = createMemoryReplica(
      () => this.database,
      () => {
        if (this.full) this.triedWhileFull += 1;
        return this.refuses.database || this.full;
      },
      () => this.ready,
    );
    const journal: JournalFile = {
      append: async (records) => {
        if (this.refuses.journal) throw new StorageFault('quota', 'told to');
        own.push(...records);
      },
      hasRoom: () => Promise.resolve(!this.full),
      prove: async (all) => {
        if (!this.thrownAway) return;
        if (this.refuses.journal) throw new StorageFault('quota', 'told to');
        own.splice(0, own.length, ...all());
        this.thrownAway = false;
      },
      others: () => {
        const told = this.journals.filter((records) => records !== own).flatMap((records) => records.filter((record) => !seen.has(record)));
        for (const record of told) seen.add(record);
        return Promise.resolve(told);
      },
    };
    const second = createJournalStore(begin, journal);
    const doubts = { told: 0 };
    const store = createMirroredStore({
      database,
      journalReplica: second,
      clock: { wallMs: () => Date.now(), monoMs: () => performance.now() },
      timers: this.timers,
      open: () => repairWithFullDisk('database', database, second, failOnFault),
      repair: (trusted) => repairWithFullDisk(trusted, database, second, failOnFault),
      onFault: failUnlessMisused,
      onReplicaFailure: () => (doubts.told += 1),
      runExclusively: (work) => this.#turns.run(work),
      isStoragePersistent: async () => this.isPersistent,
      ...(threaded && { writerThread: this.#writer(database, second) }),
    });
    return { store, second, doubts, own };
  }

  /** Deletes the database and the journals, as Chromium may do on a full disk. Open handles stay open. */
  deleteAll(): void {
    this.thrownAway = true;
    this.database = createEmptyDisk();
    for (const records of this.journals) records.splice(0);
  }

  #writer(database: ClientStore, second: JournalReplica): WriterThread {
    let prepared = false;
    return {
      prepare: () => void (prepared = true),
      sealAndWrite: async (draft, prevHash, amend) => {
        if (!this.writerThread.answers) return new Promise(() => undefined);
        if (!prepared || this.full) return undefined;
        const op = await sealOp(draft, prevHash);
        this.writerThread.written += 1;
        const follow = (): Promise<boolean> =>
          second.follow(op, prevHash, null).then(
            () => true,
            () => false,
          );
        try {
          const outcome = await database.append(op, prevHash, amend);
          return { op, outcome, held: outcome === 'committed' && (await follow()) };
        } catch (fault) {
          return { op, fault: fault as StorageFault, held: this.heldAtFault && (await follow()) };
        }
      },
    };
  }
  /** True if the journal stores an op although the database fails, because the failure comes only at the flush. */
  heldAtFault = false;

  readJournals(): MemoryDisk {
    return rebuildDisk(this.journals.flat());
  }
}

/** Creates a replica in memory. Writes fail with a quota fault while `refuses` returns true; transactions wait for `ready`. */
export function createMemoryReplica(disk: () => MemoryDisk, refuses: () => boolean, ready: () => Promise<void>): Replica {
  const transact = async <T>(kind: 'read' | 'write', work: () => T): Promise<T> => {
    await ready();
    if (kind === 'write' && refuses()) throw new StorageFault('quota', 'told to');
    return work();
  };
  const store = createMemoryClientStore(disk, transact);
  return {
    ...store,
    heads: () => transact('read', () => listStreamHoldings(disk())),
    restore: (rows, mine) => transact('write', () => mergeRowsInto(disk(), rows, mine)),
  };
}

/** Opens a tab on a new disk and writes `ops` answers. Returns the tab and the disk. */
export async function openSeededTab(ops: number, threaded?: 'threaded', disk = new MirroredDisk()) {
  const tab = disk.tab(threaded);
  await tab.store.saveSitting(createSittingRow());
  await tab.store.addStream(createStreamRow());
  for (let seq = 1; seq <= ops; seq += 1) {
    const outcome = await tab.store.append(createOpRow(seq), `h${seq - 1}`);
    if (outcome !== 'committed') throw new Error(`answer ${seq} is ${outcome}`);
  }
  return { disk, ...tab };
}

/** Returns a draft whose sealing gives this row. */
export const toOpDraft = (op: OpRow): OpDraft => ({
  header: { ...op, epoch: 1, actor: 42, documentId: storedDocumentId },
  payload: null,
  cipher: { seal: async () => ({ sealed: op.sealed, hash: op.hash }) },
});

/** Returns the same store, but appends through `sealAndAppend`, as a page does. */
export const createSealing = (store: MirroredStore): ClientStore => ({
  ...store,
  append: async (op, prevHash, amend) => (await store.sealAndAppend(toOpDraft(op), prevHash, amend)).outcome,
});
