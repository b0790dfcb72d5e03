import type { JournalReplica } from './replicas.ts';
import type { ReportFault } from '../faults.ts';
import type { RepairedReplicas } from './repair-replicas.ts';
import type {
  AppendedOp,
  ClientAppendOutcome,
  ClientStore,
  Clock,
  ReplicaState,
  ReplicaFailure,
  OpDraft,
  OpRow,
  StorageFault,
  Timers,
} from '../ports.ts';

/** A worker thread of the page that seals an op and writes it to both replicas in parallel (SY3). Rendering then never delays the disk. */
export interface WriterThread {
  /**
   * Returns undefined if the thread wrote nothing and will write nothing: the disk is full, its connection is gone, or it lacks the keys.
   * `held`: the journal holds the op.
   */
  sealAndWrite(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<WriterReply | undefined>;
  /** Tells the thread that both replicas were compared and the database is open, so it may open its own connection. */
  prepare(): void;
}
export type WriterReply = { readonly op: OpRow; readonly held: boolean } & (
  | { readonly outcome: ClientAppendOutcome }
  | { readonly fault: StorageFault }
);

export interface MirroredStoreDeps {
  /** Primary replica as long as none of its writes has failed. */
  readonly database: ClientStore;
  readonly journalReplica: JournalReplica;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Compares and repairs both replicas before the first access. False if no journal is available. */
  readonly open: () => Promise<RepairedReplicas | false>;
  /** Compares and repairs both replicas while the store is in use (`repairWithFullDisk`). */
  readonly repair: (trusted: 'database' | 'journal') => Promise<RepairedReplicas>;
  /** Called when the database failed or the disk is full. The page informs the other tabs and sends undelivered ops at once. */
  readonly onReplicaFailure: (why: ReplicaFailure) => void;
  /**
   * Runs `work` under a lock, so that only one tab of this device does so at a time. If another tab, perhaps a suspended one, holds the lock too
   * long, `work` runs without it.
   */
  readonly runExclusively: <T>(work: () => Promise<T>) => Promise<T>;
  readonly writerThread?: WriterThread;
  /** Returns whether the browser promises to keep this origin's storage when the disk is full. */
  readonly isStoragePersistent: () => Promise<boolean>;
  readonly onFault: ReportFault;
}

/** A write that was started on both replicas, database and journal. */
export interface PendingWrite<T> {
  readonly change: (store: ClientStore) => Promise<T>;
  /** Result of the write in the database. */
  readonly databaseResult: Promise<T>;
  /** True if the journal has stored the write. */
  readonly copied: Promise<boolean>;
  /** Expected result of a write that succeeds. It is also the result if only the journal has stored the write. */
  readonly expectedResult: T;
  /** Undoes the write in the journal if the database gave another result than `expectedResult`. */
  readonly undoInJournal: (() => Promise<void>) | undefined;
}

/** The mirrored store (SY25): every write goes to both replicas in parallel, and `getReplicaState` tells the save indicator which replicas are complete. */
export interface MirroredStore extends ClientStore {
  sealAndAppend(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<AppendedOp>;
  getReplicaState(): ReplicaState;
  /** Handles another tab's report that the database failed or the disk is full. */
  handleReplicaFailure(why: ReplicaFailure): Promise<void>;
  /** Compares and repairs the replicas. False if there is no journal or it cannot take the missing ops. */
  repair(): Promise<boolean>;
}
