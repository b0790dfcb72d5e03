import type { ClientAppendOutcome, OpRow, SittingRow, StreamRow } from '../../../sync/engine/client/ports.ts';
import { decideAppend } from '../../../sync/engine/store/store-rules.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { guardStorage } from '../journal/storage-fault.ts';

/**
 * Appends one answer: op, stream and sitting rows in one strictly durable transaction, or none (SY3). Uses plain IndexedDB, because every click
 * waits for this write and Dexie's overhead was larger than the disk's. Rejects with a storage fault if the disk refuses.
 */
export async function appendAnswer(db: DeviceDatabase, op: OpRow, prevHash: string, amend?: 'amend'): Promise<ClientAppendOutcome> {
  let transaction: IDBTransaction | undefined;
  return guardStorage(
    async () => {
      transaction = await begin(db);
      return appendInTransaction(transaction, op, prevHash, amend);
    },
    () => transaction?.error,
  );
}

async function begin(db: DeviceDatabase): Promise<IDBTransaction> {
  const open = () => beginAppend(db.backendDB());
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
 * Appends the op within `transaction` and resolves once it is on disk. `onWritten` is called when all three rows are in the transaction and only
 * the flush to disk is pending.
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
    // IndexedDB answers requests in order, so the stream has been read as well.
    readSitting.addEventListener('success', () => {
      try {
        const [stream, sitting] = [readStream.result, readSitting.result];
        if (!stream || !sitting) throw new Error(`no stream ${op.streamId} of attempt ${op.attemptId} on this device`);
        outcome = decideAppend(sitting, stream, op, prevHash, amend);
        if (outcome !== 'committed') return;
        ops.add(op);
        streams.put({ ...stream, headSeq: op.seq, headHash: op.hash });
        const last = sittings.put({ ...sitting, lamport: op.lamport });
        // Do not call `commit()` before the writes have succeeded: it is irrevocable, and a failed write would leave the other two in place. A
        // failed write aborts the transaction, and then the last write never reports success.
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
      else reject(new Error('the transaction was over before the stream was read'));
    });
    transaction.addEventListener('abort', () => reject(fault ?? transaction.error ?? new Error('the transaction was aborted')));
  });
}
