import type { StreamHead } from '../../../sync/contract/exams/sync.ts';
import type { ClientAppendOutcome, OpRow, SittingRow, StreamRow } from '../../../sync/engine/ports.ts';
import { type AcknowledgeOutcome, applyAcknowledgement, decideAppend } from '../../../sync/engine/store/store-rules.ts';
import type { DeviceDatabase } from './database.ts';
import { guardStorage } from './storage-fault.ts';

/**
 * Appends one answer: op, stream and sitting rows in one strictly durable transaction, or none (SY3). Uses plain IndexedDB, because every click
 * waits for this write and Dexie's overhead was larger than the disk's. Rejects with a storage fault if the disk refuses.
 */
export const appendAnswer = (db: DeviceDatabase, op: OpRow, prevHash: string, amend?: 'amend'): Promise<ClientAppendOutcome> =>
  run(db, beginAppend, (transaction) => appendInTransaction(transaction, op, prevHash, amend));

/** Stores, from the page's thread, which ops of a stream the server holds. Uses plain IndexedDB, not Dexie: the next answer waits for this write. */
export const acknowledgeHead = (db: DeviceDatabase, streamId: string, head: AckedHead, serverEpoch: string): Promise<AcknowledgeOutcome> =>
  run(db, beginAcknowledgeTransaction, (transaction) => acknowledgeInTransaction(transaction, streamId, head, serverEpoch));

function run<T>(
  db: DeviceDatabase,
  beginIn: (at: IDBDatabase) => IDBTransaction,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined;
  return guardStorage(
    async () => work((transaction = await begin(db, beginIn))),
    () => transaction?.error,
  );
}

async function begin(db: DeviceDatabase, beginIn: (at: IDBDatabase) => IDBTransaction): Promise<IDBTransaction> {
  const open = () => beginIn(db.backendDB());
  if (!db.isOpen()) await db.open();
  try {
    return open();
  } catch {
    // The browser may close a connection at any time. A Dexie transaction reopens it, or rejects with the reason.
    await db.transaction('r', db.sittings, () => db.sittings.get(''));
    return open();
  }
}

const stores = ['sittings', 'streams', 'ops'] as const;

/** Tells whether the database has the tables that an append needs. */
export const hasAppendStores = (db: IDBDatabase): boolean => stores.every((name) => db.objectStoreNames.contains(name));

/** Opens a strictly durable write transaction. Throws if the connection is closing or closed. */
export const beginAppend = (db: IDBDatabase): IDBTransaction => db.transaction(stores, 'readwrite', { durability: 'strict' });

/**
 * Opens a write transaction for an acknowledgement. It does not wait for the disk: after a power cut the device sends the ops again and the server
 * replies with the same head (SY7, SY8). Throws if the connection is closing or closed.
 */
export const beginAcknowledgeTransaction = (db: IDBDatabase): IDBTransaction =>
  db.transaction(['streams', 'ops'], 'readwrite', { durability: 'relaxed' });

type AckedHead = Pick<StreamHead, 'seq' | 'hash'>;

/** Records within `transaction` up to which op (`head`) the server holds the stream (SY6). Resolves when the transaction is committed. */
export function acknowledgeInTransaction(
  transaction: IDBTransaction,
  streamId: string,
  head: AckedHead,
  serverEpoch: string,
): Promise<AcknowledgeOutcome> {
  return new Promise((resolve, reject) => {
    const streams = transaction.objectStore('streams');
    let outcome: AcknowledgeOutcome = 'disagrees';
    const readStream: IDBRequest<StreamRow | undefined> = streams.get(streamId);
    const readOp: IDBRequest<OpRow | undefined> = transaction.objectStore('ops').get([streamId, head.seq]);
    // IndexedDB completes requests in order, so `readStream` has its result too. An exception in this handler aborts the transaction.
    readOp.addEventListener('success', () => {
      const stream = readStream.result;
      if (!stream) return;
      const ownHash = head.seq === stream.headSeq ? stream.headHash : readOp.result?.hash;
      const applied = applyAcknowledgement(stream, head, ownHash, serverEpoch);
      ({ outcome } = applied);
      if (applied.row !== stream) streams.put(applied.row);
    });
    transaction.addEventListener('complete', () => resolve(outcome));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });
}

/**
 * Appends the op within `transaction` and resolves once it is on disk. `onWritten` is called when the rows of the op, its stream and its sitting
 * are all written in the transaction and only the flush to disk is pending.
 */
export function appendInTransaction(
  transaction: IDBTransaction,
  op: OpRow,
  prevHash: string,
  amend?: 'amend',
  onWritten?: () => void,
): Promise<ClientAppendOutcome> {
  return new Promise((resolve, reject) => {
    const [sittings, streams, ops] = stores.map((name) => transaction.objectStore(name)) as [
      IDBObjectStore,
      IDBObjectStore,
      IDBObjectStore,
    ];
    let outcome: ClientAppendOutcome | undefined;
    let fault: unknown;
    const readStream: IDBRequest<StreamRow | undefined> = streams.get(op.streamId);
    const readSitting: IDBRequest<SittingRow | undefined> = sittings.get(op.attemptId);
    // IndexedDB completes requests in order, so `readStream`, which was requested first, has its result too.
    readSitting.addEventListener('success', () => {
      try {
        const [stream, sitting] = [readStream.result, readSitting.result];
        if (!stream || !sitting) throw new Error(`no stream ${op.streamId} of attempt ${op.attemptId} on this device`);
        outcome = decideAppend(sitting, stream, op, prevHash, amend);
        if (outcome !== 'committed') return;
        ops.add(op);
        streams.put({ ...stream, headSeq: op.seq, headHash: op.hash });
        const last = sittings.put({ ...sitting, lamport: op.lamport });
        // Do not call `commit()` before the writes of op, stream and sitting have all succeeded: it cannot be revoked, and if one write failed, the
        // other two would be kept. A failed write aborts the transaction, and then the last write never reports success.
        last.addEventListener('success', () => {
          transaction.commit();
          onWritten?.();
        });
      } catch (error) {
        fault = error;
        transaction.abort();
      }
    });
    transaction.addEventListener('complete', () => {
      if (outcome) resolve(outcome);
      else reject(new Error('the transaction ended before the stream was read'));
    });
    transaction.addEventListener('abort', () => reject(fault ?? transaction.error ?? new Error('the transaction was aborted')));
  });
}
