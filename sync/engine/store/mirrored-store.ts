import {
  type AppendedOp,
  type ClientAppendOutcome,
  type ClientStore,
  type ReplicaState,
  type HandInRow,
  type OpDraft,
  type OpRow,
  StorageFault,
} from '../ports.ts';
import { createFaultReporter } from '../faults.ts';
import { createReplicaTimeouts, type ReplicaTimeouts } from './replica-timeouts.ts';
import { sealOp } from './seal-op.ts';
import { createJournalCopier, repairTimeoutMs } from './journal-copier.ts';
import type { MirroredStoreDeps, MirroredStore, PendingWrite } from './mirrored-store-ports.ts';
import { type MirroredStoreEvent, type MirroredStoreState, nextMirroredStoreState } from './mirrored-store-state.ts';
import type { RepairedReplicas } from './repair-replicas.ts';

/** Milliseconds to wait for a replica. After `database` or `journal`, a write counts as saved in the other replica only. */
const patienceMs = { database: 15_000, journal: 4_000, repair: repairTimeoutMs, look: 500 };
const repairEveryMs = 10_000;

const repairEvents = { both: 'repaired', full: 'repairedOnFullDisk', database: 'journalMissed' } as const;

const persistenceTimeoutMs = 500;

/**
 * Remembers whether the journal can be trusted (SY25). The journal is trusted if it was readable under its name at the last check and if, on a full
 * disk, the browser promises not to delete the storage of this origin. A write through an open handle proves nothing, because its file may be
 * deleted.
 */
function createJournalProof(
  deps: Pick<MirroredStoreDeps, 'journalReplica' | 'isStoragePersistent' | 'onReplicaFailure'>,
  { inTime, succeeds }: ReplicaTimeouts,
  report: ReturnType<typeof createFaultReporter>,
) {
  let proven = true;
  let evictable = false;
  const prove = async (): Promise<boolean> => (proven = await succeeds(deps.journalReplica.prove(), repairTimeoutMs));
  /** Asks whether the browser promises to keep the storage. Without a full disk the promise is not needed. */
  async function askPersistence(isDiskFull: boolean): Promise<void> {
    evictable = isDiskFull && !(await inTime(deps.isStoragePersistent(), persistenceTimeoutMs).catch(report));
  }
  return {
    /** True if ops that only the journal holds may be called saved. */
    isSafe: () => proven && !evictable,
    prove,
    askPersistence,
    async proveOnFullDisk(): Promise<void> {
      await askPersistence(true);
      await prove();
    },
    /** Proves the journal again. `onReplicaFailure` runs when a proven journal is lost, so that the save indicator withdraws its promise. */
    async watch(): Promise<void> {
      const was = proven;
      if (!(await prove()) && was) deps.onReplicaFailure('full');
    },
  };
}

/** Tracks the state of a mirrored store, and which of its replicas (database, journal) is primary, incomplete or failed. */
function createStateTracker() {
  let state: MirroredStoreState = 'unopened';
  return {
    getState: (): MirroredStoreState => state,
    note: (event: MirroredStoreEvent): void => void (state = nextMirroredStoreState(state, event)),
    isJournalPrimary: (): boolean => state === 'journalOnlyFull' || state === 'journalOnlyFailed',
    isJournalMissing: (): boolean => state === 'databaseOnly' || state === 'doubtful',
    isDatabaseFailed: (): boolean => state === 'journalOnlyFailed' || state === 'doubtful',
  };
}

/** Ways to access the two replicas. `change` and `from` run on the replica or replicas that the state of the store asks for. */
interface ReplicaAccess {
  readonly read: <T>(from: (store: ClientStore) => Promise<T>) => Promise<T>;
  readonly writeBoth: (change: (store: ClientStore) => Promise<void>) => Promise<void>;
  readonly append: (
    change: (store: ClientStore) => Promise<ClientAppendOutcome>,
    op: OpRow,
    prevHash: string,
    handIn: HandInRow | null,
  ) => Promise<ClientAppendOutcome>;
  /** Stores what the server reported, such as an acknowledgement. */
  readonly storeServerReport: <T>(change: (store: ClientStore) => Promise<T>) => Promise<T>;
  /** Runs `work`. If the journal is primary, first makes sure that it holds the attempt. */
  readonly of: <T>(attemptId: string, work: () => Promise<T>) => Promise<T>;
}

/** Creates the calls of a client store over the two replicas. */
function createClientStoreCalls({ read, writeBoth, append, storeServerReport, of }: ReplicaAccess): Omit<ClientStore, 'sealAndAppend'> {
  return {
    sitting: (attemptId) => of(attemptId, () => read((store) => store.sitting(attemptId))),
    sittings: () => read((store) => store.sittings()),
    stream: (streamId) => read((store) => store.stream(streamId)),
    streamsOf: (attemptId) => of(attemptId, () => read((store) => store.streamsOf(attemptId))),
    undelivered: () => read((store) => store.undelivered()),
    ops: (streamId, fromSeq, limit) => read((store) => store.ops(streamId, fromSeq, limit)),
    clockCheckpoint: (attemptId) => read((store) => store.clockCheckpoint(attemptId)),
    saveSitting: (row) => of(row.attemptId, () => writeBoth((store) => store.saveSitting(row))),
    addStream: (row) => writeBoth((store) => store.addStream(row)),
    append: (op, prevHash, amend) => append((store) => store.append(op, prevHash, amend), op, prevHash, null),
    appendHandIn: (op, prevHash, heads, row, amend) =>
      append((store) => store.appendHandIn(op, prevHash, heads, row, amend), op, prevHash, row),
    saveClockCheckpoint: (attemptId, point) => writeBoth((store) => store.saveClockCheckpoint(attemptId, point)),
    retire: (streamId) => storeServerReport((store) => store.retire(streamId)),
    acknowledge: (streamId, head, serverEpoch) => storeServerReport((store) => store.acknowledge(streamId, head, serverEpoch)),
    forgetAcks: (serverEpoch) => storeServerReport((store) => store.forgetAcks(serverEpoch)),
    quarantine: (streamId, ops, serverEpoch) => storeServerReport((store) => store.quarantine(streamId, ops, serverEpoch)),
    noteNews: (attemptId, news, serverEpoch) =>
      of(attemptId, () => storeServerReport((store) => store.noteNews(attemptId, news, serverEpoch))),
    archive: (attemptId, nowMs) => storeServerReport((store) => store.archive(attemptId, nowMs)),
  };
}

/** Creates the mirrored store, a client store over two replicas of its rows: database and journal (SY25). */
export function createMirroredStore(deps: MirroredStoreDeps): MirroredStore {
  const { database, journalReplica, clock } = deps;
  const report = createFaultReporter(deps.onFault, 'storage');
  const failed = (fault: unknown): false => report(fault) ?? false;
  const { inTime, succeeds } = createReplicaTimeouts(deps.timers, report);
  const { getState, note, isJournalPrimary, isJournalMissing, isDatabaseFailed } = createStateTracker();
  /** Work in flight, for which later calls wait instead of starting it again. */
  const running: { opening?: Promise<void>; doubting?: Promise<void>; repairing?: Promise<boolean>; looking?: Promise<void> } = {};
  let lastRepairMs = -Infinity;
  const proof = createJournalProof(deps, { inTime, succeeds }, report);
  const bringOver = createJournalCopier(deps, inTime, report);

  function copies(): ReplicaState {
    if (isJournalPrimary()) return proof.isSafe() ? 'journal' : 'doubtful';
    if (getState() === 'doubtful') return 'doubtful';
    return getState() === 'mirrored' ? 'both' : 'database';
  }

  async function open(): Promise<void> {
    const repaired = await deps.open().catch(failed);
    if (repaired === 'full') await proof.proveOnFullDisk();
    note(repaired ? repairEvents[repaired] : 'journalMissed');
    if (repaired === 'full') deps.onReplicaFailure('full');
    if (!isJournalMissing()) deps.writerThread?.prepare();
  }

  /** True if calls may start at once. Otherwise they wait until the store is open or `doubt` has ended. */
  const isReady = (): boolean => getState() !== 'unopened' && !running.doubting;

  async function ready(): Promise<void> {
    await (running.opening ??= open());
    await running.doubting;
  }

  async function repairFrom(trusted: 'database' | 'journal'): Promise<RepairedReplicas | false> {
    const repaired = await inTime(deps.repair(trusted), patienceMs.repair).catch(failed);
    if (repaired) {
      await proof.askPersistence(repaired === 'full');
      note(repairEvents[repaired]);
    }
    return repaired;
  }

  function repair(): Promise<boolean> {
    lastRepairMs = clock.monoMs();
    running.repairing ??= repairFrom(isJournalPrimary() ? 'journal' : 'database').then((repaired) => {
      delete running.repairing;
      return repaired === 'both' || repaired === 'full';
    });
    return running.repairing;
  }

  /** Retries the repair of the replicas at intervals, because a failed repair may succeed once the disk has space again. */
  function repairSometimes(): void {
    if (clock.monoMs() - lastRepairMs >= repairEveryMs) void repair();
  }

  /** Handles the first failed write of the database: from then on it is not trusted, and its readable content is copied to the journal. */
  function doubt(): Promise<void> {
    running.doubting ??= enterDoubt().finally(() => delete running.doubting);
    return running.doubting;
  }

  async function enterDoubt(): Promise<void> {
    const isNews = !isDatabaseFailed();
    note('databaseFailed');
    await running.repairing;
    // A browser that deletes a damaged database may delete the journal with it.
    const isProven = await proof.prove();
    if (getState() === 'doubtful') {
      await repairFrom('database');
      if (!isProven) note('journalMissed');
    }
    if (isNews) deps.onReplicaFailure('failed');
  }

  /**
   * SY25: while the disk is full, writes only the journal and checks that it still exists. Once space is back, replays the journal into the database.
   */
  async function checkRoom(): Promise<void> {
    if (isJournalMissing()) return;
    if (getState() === 'journalOnlyFailed') return proof.watch();
    const room = await inTime(journalReplica.hasRoom(), patienceMs.journal).catch((fault) => !failed(fault));
    const wasFull = getState() === 'journalOnlyFull';
    if (wasFull && !room) return proof.watch();
    if (!room) {
      await proof.proveOnFullDisk();
      note('diskFull');
      // Acknowledgements and news that another tab received are in the database only, so copy the attempts' rows (sittings) from there into the
      // journal.
      const sittings = await inTime(database.sittings(), patienceMs.look).catch((fault) => report(fault) ?? []);
      await journalReplica.restore({ sittings, streams: [], clocks: [] }, 'other').catch(report);
      deps.onReplicaFailure('full');
    } else if (wasFull) {
      // Other tabs have written to their own journals meanwhile. The database must receive these writes, too, before it is primary again.
      await look();
      const repaired = await repairFrom('journal');
      if (repaired === false || repaired === 'full') await proof.watch();
    }
  }

  async function read<T>(from: (store: ClientStore) => Promise<T>): Promise<T> {
    if (!isReady()) await ready();
    if (!isJournalPrimary()) {
      try {
        return await from(database);
      } catch (fault) {
        await doubt();
        if (!isJournalPrimary()) throw fault;
        report(fault);
      }
    }
    await look();
    return from(journalReplica);
  }

  /** Reads what other tabs wrote, unless their files cannot be read in time. */
  async function look(): Promise<void> {
    running.looking ??= journalReplica
      .look()
      .catch(report)
      .finally(() => delete running.looking);
    await succeeds(running.looking, patienceMs.look);
  }

  /** Writes to both replicas. `writeJournal` writes to the journal. `PendingWrite` explains the other parameters. */
  async function write<T>(
    change: (store: ClientStore) => Promise<T>,
    writeJournal: () => Promise<unknown>,
    expectedResult: T,
    undoInJournal?: () => Promise<void>,
  ): Promise<T> {
    if (!isReady()) await ready();
    await checkRoom();
    if (isJournalPrimary()) return writeJournalInTurn(change);
    const copied = isJournalMissing() ? Promise.resolve(false) : succeeds(writeJournal(), patienceMs.journal);
    return settle({ change, databaseResult: inTime(change(database), patienceMs.database), copied, expectedResult, undoInJournal });
  }

  /** Waits for both replicas and returns the result of the write; undoes it in the journal if the database refused it. */
  async function settle<T>({ change, databaseResult, copied, expectedResult, undoInJournal }: PendingWrite<T>): Promise<T> {
    let outcome: T;
    try {
      outcome = await databaseResult;
    } catch (fault) {
      const isInJournal = await copied;
      await doubt();
      if (!isInJournal && !isJournalPrimary()) throw fault;
      report(fault);
      return isInJournal ? expectedResult : writeJournalInTurn(change);
    }
    if (undoInJournal && outcome !== expectedResult) {
      void undoInJournal().catch((fault) => {
        report(fault);
        note('journalMissed');
      });
      return outcome;
    }
    if (!(await copied)) {
      note('journalMissed');
      repairSometimes();
    }
    return outcome;
  }

  /** Writes to the journal only. Tabs do so one at a time and first read each other's files; otherwise two tabs would use one lamport (SY5). */
  const writeJournalInTurn = <T>(change: (store: ClientStore) => Promise<T>): Promise<T> => deps.runExclusively(() => writeInTurn(change));

  async function writeInTurn<T>(change: (store: ClientStore) => Promise<T>): Promise<T> {
    // A read that began before this tab held the lock may have missed later writes.
    if (running.looking) await succeeds(running.looking, patienceMs.look);
    await look();
    try {
      const outcome = await change(journalReplica);
      // A tab that was opened after the failure does not know of the failure and would trust the database.
      if (isDatabaseFailed()) deps.onReplicaFailure('failed');
      return outcome;
    } catch (fault) {
      if (!(fault instanceof StorageFault) || getState() === 'journalOnlyFull') throw fault;
      // Both replicas have failed now. If the database works again, write to it, but report its content as doubtful. First copy the journal into the
      // database: otherwise it would use again the lamports that the journal has used since the failure.
      if ((await repairFrom('journal')) === 'full') throw fault;
      note('journalMissed');
      return change(database).catch((secondFault) => {
        report(secondFault);
        throw fault;
      });
    }
  }

  const append = (change: (store: ClientStore) => Promise<ClientAppendOutcome>, op: OpRow, prevHash: string, handIn: HandInRow | null) =>
    write(
      change,
      () => journalReplica.follow(op, prevHash, handIn),
      'committed',
      () => journalReplica.retract(op),
    );

  /** Seals an op and writes it to both replicas on the worker thread if both replicas are complete; otherwise step by step in this thread. */
  async function sealAndAppend(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<AppendedOp> {
    if (!isReady()) await ready();
    const change = (op: OpRow) => (store: ClientStore) => store.append(op, prevHash, amend);
    const writerThread = copies() === 'both' ? deps.writerThread : undefined;
    const workerResult = await (writerThread &&
      inTime(writerThread.sealAndWrite(draft, prevHash, amend), patienceMs.database).catch(report));
    if (workerResult) {
      const { op, held } = workerResult;
      const outcome = await settle<ClientAppendOutcome>({
        change: change(op),
        databaseResult: 'fault' in workerResult ? Promise.reject(workerResult.fault) : Promise.resolve(workerResult.outcome),
        copied: Promise.resolve(held),
        expectedResult: 'committed',
        undoInJournal: () => journalReplica.retract(op),
      });
      return { op, outcome };
    }
    const op = await sealOp(draft, prevHash);
    const outcome = await append(change(op), op, prevHash, null);
    // The page's own connection has just worked, so the worker thread may be able to write again.
    if (copies() === 'both') deps.writerThread?.prepare();
    return { op, outcome };
  }

  /** Stores what the server reported, such as an acknowledgement. The journal is updated after the database, without waiting. */
  const storeServerReport = async <T>(change: (store: ClientStore) => Promise<T>): Promise<T> => {
    if (!isReady()) await ready();
    await checkRoom();
    if (isJournalPrimary()) return change(journalReplica);
    const outcome = await change(database);
    if (!isJournalMissing()) void change(journalReplica).catch(report);
    return outcome;
  };
  const writeBoth = (change: (store: ClientStore) => Promise<void>): Promise<void> =>
    write(change, () => change(journalReplica), undefined);
  const of = async <T>(attemptId: string, work: () => Promise<T>): Promise<T> => {
    if (!isReady()) await ready();
    if (isJournalPrimary()) await bringOver(attemptId);
    return work();
  };

  return {
    getReplicaState: copies,
    async handleReplicaFailure(why) {
      await ready();
      // All tabs must use the same primary replica. Otherwise they would not see each other's writes.
      await (why === 'failed' ? doubt() : checkRoom());
    },
    repair: () => ready().then(repair),
    sealAndAppend,
    ...createClientStoreCalls({ read, writeBoth, append, storeServerReport, of }),
  };
}
