import { createJournalCopier, repairTimeoutMs } from './journal-copier.ts';
import { createFaultReporter } from '../faults.ts';
import { createReplicaTimeouts } from '../ops/replica-timeouts.ts';
import { createJournalProof } from './journal-proof.ts';
import { isJournalMissing, type RepairedReplicas } from './repair-replicas.ts';
import {
  type AppendedOp,
  type ClientAppendOutcome,
  type ClientStore,
  type ReplicaState,
  type HandInRow,
  type OpDraft,
  type OpRow,
  StorageFault,
} from '../client/ports.ts';
import { sealOp } from '../ops/seal-op.ts';
import type { MirroredStoreDeps, MirroredStore, PendingWrite } from './mirrored-store-ports.ts';

/** Milliseconds to wait for a replica before a write counts as saved in the other one only. */
const patienceMs = { database: 15_000, second: 4_000, mend: repairTimeoutMs, look: 500 };
const mendEveryMs = 10_000;

/** Creates the mirrored store (SY25). */
export function createMirroredStore(deps: MirroredStoreDeps): MirroredStore {
  const { database, second, clock } = deps;
  const report = createFaultReporter(deps.onFault, 'storage');
  const failed = (fault: unknown): false => report(fault) ?? false;
  const { inTime, succeeds } = createReplicaTimeouts(deps.timers, report);
  let doubtful = false;
  /** True if the journal lacks ops or is not available. */
  let behind = true;
  let opening: Promise<void> | undefined;
  let isOpen = false;
  let entering: Promise<void> | undefined;
  let mending: Promise<boolean> | undefined;
  let triedMs = -Infinity;
  let looking: Promise<void> | undefined;
  /** True if the disk takes no new data. The database is not written until space is back. */
  let full = false;
  /** True if the browser may delete all storage of this origin while the disk is full, even between two starts. */
  let evictable = false;
  const proof = createJournalProof(second, succeeds, () => deps.onDoubt('full'));
  const bringOver = createJournalCopier(deps, inTime, report);

  function note(mended: RepairedReplicas | false): void {
    behind = isJournalMissing(mended);
    full = mended === 'full';
  }

  const decides = (): 'database' | 'second' => ((doubtful || full) && !behind ? 'second' : 'database');

  function copies(): ReplicaState {
    if (decides() === 'second') return proof.isProven() && !(full && evictable) ? 'journal' : 'doubtful';
    if (doubtful) return 'doubtful';
    return behind ? 'database' : 'both';
  }

  /** Asks whether the browser keeps this origin's storage on a full disk. Runs whenever the disk is found full. */
  async function askPersistence(): Promise<void> {
    evictable = !(await inTime(deps.isStoragePersistent(), patienceMs.look).catch(failed));
  }

  /** Checks what the journal is worth on a full disk: whether it exists, and whether the browser may delete it. */
  async function proveOnFullDisk(): Promise<void> {
    await askPersistence();
    await proof.prove();
  }

  async function ready(): Promise<void> {
    opening ??= deps
      .open()
      .catch(failed)
      .then(async (mended) => {
        note(mended);
        if (full) await proveOnFullDisk().then(() => deps.onDoubt('full'));
        isOpen = true;
        if (!behind) deps.aside?.prepare();
      });
    await opening;
    await entering;
  }

  async function tryMend(trusted: 'database' | 'second'): Promise<RepairedReplicas | false> {
    const mended = await inTime(deps.mend(trusted), patienceMs.mend).catch(failed);
    if (mended === 'full') await askPersistence();
    return mended;
  }

  function mend(): Promise<boolean> {
    triedMs = clock.monoMs();
    mending ??= tryMend(decides()).then((mended) => {
      mending = undefined;
      if (mended !== false) note(mended);
      return !isJournalMissing(mended);
    });
    return mending;
  }

  /** Retries at intervals, because a failed repair may succeed once the disk has space again. */
  function mendSometime(): void {
    if (clock.monoMs() - triedMs >= mendEveryMs) void mend();
  }

  /** Stops trusting the database after its first failed write. Its readable content is copied to the journal. */
  function doubt(): Promise<void> {
    entering ??= (async () => {
      const news = !doubtful;
      doubtful = true;
      await mending;
      // A browser that deletes a damaged database may delete the journal with it.
      await proof.prove();
      if (behind) behind = (await tryMend('database').then(isJournalMissing)) || !proof.isProven();
      if (news) deps.onDoubt('failed');
    })().finally(() => (entering = undefined));
    return entering;
  }

  /** SY25: while the disk is full, writes only the journal and proves that it exists; once space is back, replays it into the database. */
  async function checkRoom(): Promise<void> {
    if (behind) return;
    if (doubtful) return proof.watch();
    const room = await inTime(second.hasRoom(), patienceMs.second).catch((fault) => !failed(fault));
    if (full && !room) return proof.watch();
    if (!room) {
      await proveOnFullDisk();
      full = true;
      // Acknowledgements and news that another tab received are in the database only.
      const sittings = await inTime(database.sittings(), patienceMs.look).catch((fault) => report(fault) ?? []);
      await second.restore({ sittings, streams: [], clocks: [] }, 'other').catch(report);
      deps.onDoubt('full');
    } else if (full) {
      // Other tabs have written to their own journals meanwhile. The database must receive that, too, before it is primary again.
      await look();
      const mended = await tryMend('second');
      if (mended === false || mended === 'full') await proof.watch();
      else note(mended);
    }
  }

  async function read<T>(from: (store: ClientStore) => Promise<T>): Promise<T> {
    if (!isOpen || entering) await ready();
    if (decides() === 'second') return readSecond(from);
    try {
      return await from(database);
    } catch (fault) {
      await doubt();
      if (decides() !== 'second') throw fault;
      report(fault);
      return readSecond(from);
    }
  }

  /** Reads what other tabs wrote, unless their files cannot be read in time. */
  async function look(): Promise<void> {
    looking ??= second
      .look()
      .catch(report)
      .finally(() => (looking = undefined));
    await succeeds(looking, patienceMs.look);
  }

  async function readSecond<T>(from: (store: ClientStore) => Promise<T>): Promise<T> {
    await look();
    return from(second);
  }

  async function takeOver(attemptId: string): Promise<void> {
    if (!isOpen || entering) await ready();
    if (decides() === 'second') await bringOver(attemptId);
  }

  /**
   * Writes to both replicas. `inSecond`: the write on the journal. `done`: result if only the journal holds the write. `takeBack`: undoes it
   * there.
   */
  async function write<T>(
    change: (store: ClientStore) => Promise<T>,
    inSecond: () => Promise<unknown>,
    done: T,
    refused: (outcome: T) => boolean = () => false,
    takeBack: () => Promise<void> = () => Promise.resolve(),
  ): Promise<T> {
    if (!isOpen || entering) await ready();
    await checkRoom();
    if (decides() === 'second') return writeSecond(change);
    const copied = behind ? Promise.resolve(false) : succeeds(inSecond(), patienceMs.second);
    return settle({ change, decided: inTime(change(database), patienceMs.database), copied, done, refused, takeBack });
  }

  /** Computes the result of a write that was started on both replicas. */
  async function settle<T>({ change, decided, copied, done, refused, takeBack }: PendingWrite<T>): Promise<T> {
    let outcome: T;
    try {
      outcome = await decided;
    } catch (fault) {
      const held = await copied;
      await doubt();
      if (!held && decides() !== 'second') throw fault;
      report(fault);
      return held ? done : writeSecond(change);
    }
    if (refused(outcome)) {
      void takeBack().catch((fault) => (behind = !failed(fault)));
      return outcome;
    }
    if (!(await copied)) {
      behind = true;
      mendSometime();
    }
    return outcome;
  }

  /** Writes to the journal only, in turn and after a read of other tabs' files: otherwise two tabs would use one lamport (SY5). */
  const writeSecond = <T>(change: (store: ClientStore) => Promise<T>): Promise<T> => deps.inTurn(() => writeInTurn(change));

  async function writeInTurn<T>(change: (store: ClientStore) => Promise<T>): Promise<T> {
    // A read that began before this turn may have missed later writes.
    if (looking) await succeeds(looking, patienceMs.look);
    await look();
    try {
      const outcome = await change(second);
      // A tab that was opened since then does not know about the failure and would trust the database.
      if (doubtful) deps.onDoubt('failed');
      return outcome;
    } catch (fault) {
      if (!(fault instanceof StorageFault) || full) throw fault;
      // Both replicas have failed now. The database may work again, but its content stays doubtful and is reported as such. First copy the
      // journal into it. Otherwise it would continue from its failure with lamports that are used already.
      if ((await tryMend('second')) === 'full') throw fault;
      behind = true;
      return change(database).catch((again) => {
        report(again);
        throw fault;
      });
    }
  }

  const isRefused = (outcome: ClientAppendOutcome): boolean => outcome !== 'committed';
  const append = (change: (store: ClientStore) => Promise<ClientAppendOutcome>, op: OpRow, prevHash: string, handIn: HandInRow | null) =>
    write<ClientAppendOutcome>(
      change,
      () => second.follow(op, prevHash, handIn),
      'committed',
      isRefused,
      () => second.retract(op),
    );
  /** Seals an op and writes it to both replicas on the worker thread if both are whole; otherwise step by step in this thread. */
  async function sealAndAppend(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<AppendedOp> {
    if (!isOpen || entering) await ready();
    const change = (op: OpRow) => (store: ClientStore) => store.append(op, prevHash, amend);
    const aside = copies() === 'both' ? deps.aside : undefined;
    const written = await (aside && inTime(aside.sealAndWrite(draft, prevHash, amend), patienceMs.database).catch(report));
    if (written) {
      const { op, held } = written;
      const outcome = await settle<ClientAppendOutcome>({
        change: change(op),
        decided: 'fault' in written ? Promise.reject(written.fault) : Promise.resolve(written.outcome),
        copied: Promise.resolve(held),
        done: 'committed',
        refused: isRefused,
        takeBack: () => second.retract(op),
      });
      return { op, outcome };
    }
    const op = await sealOp(draft, prevHash);
    const outcome = await append(change(op), op, prevHash, null);
    // The page's own connection has just worked, so the worker thread may be able to write again.
    if (copies() === 'both') deps.aside?.prepare();
    return { op, outcome };
  }

  /** Stores what the server reported. The journal is updated after the database, without waiting. */
  const noted = async <T>(change: (store: ClientStore) => Promise<T>): Promise<T> => {
    if (!isOpen || entering) await ready();
    await checkRoom();
    if (decides() === 'second') return change(second);
    const outcome = await change(database);
    if (!behind) void change(second).catch(report);
    return outcome;
  };
  const both = (change: (store: ClientStore) => Promise<void>): Promise<void> => write(change, () => change(second), undefined);
  /** Makes sure that the journal holds the attempt before it is read or written, if the journal is primary. */
  const of = async <T>(attemptId: string, work: () => Promise<T>): Promise<T> => {
    await takeOver(attemptId);
    return work();
  };

  return {
    copies,
    async doubt(why) {
      await ready();
      // All tabs must use the same primary replica. Otherwise they would not see each other's writes.
      await (why === 'failed' ? doubt() : checkRoom());
    },
    mend: () => ready().then(mend),
    sitting: (attemptId) => of(attemptId, () => read((store) => store.sitting(attemptId))),
    sittings: () => read((store) => store.sittings()),
    stream: (streamId) => read((store) => store.stream(streamId)),
    streamsOf: (attemptId) => of(attemptId, () => read((store) => store.streamsOf(attemptId))),
    undelivered: () => read((store) => store.undelivered()),
    ops: (streamId, fromSeq, limit) => read((store) => store.ops(streamId, fromSeq, limit)),
    clockCheckpoint: (attemptId) => read((store) => store.clockCheckpoint(attemptId)),
    saveSitting: (row) => of(row.attemptId, () => both((store) => store.saveSitting(row))),
    addStream: (row) => both((store) => store.addStream(row)),
    sealAndAppend,
    append: (op, prevHash, amend) => append((store) => store.append(op, prevHash, amend), op, prevHash, null),
    appendHandIn: (op, prevHash, heads, row, amend) =>
      append((store) => store.appendHandIn(op, prevHash, heads, row, amend), op, prevHash, row),
    saveClockCheckpoint: (attemptId, point) => both((store) => store.saveClockCheckpoint(attemptId, point)),
    condemn: (streamId) => noted((store) => store.condemn(streamId)),
    acknowledge: (streamId, head, serverEpoch) => noted((store) => store.acknowledge(streamId, head, serverEpoch)),
    forgetAcks: (serverEpoch) => noted((store) => store.forgetAcks(serverEpoch)),
    setAside: (streamId, ops, serverEpoch) => noted((store) => store.setAside(streamId, ops, serverEpoch)),
    noteNews: (attemptId, news, serverEpoch) => of(attemptId, () => noted((store) => store.noteNews(attemptId, news, serverEpoch))),
    archive: (attemptId, nowMs) => noted((store) => store.archive(attemptId, nowMs)),
  };
}
