import type { AppendOutcome, OpRow, SittingRow, StreamRow } from '../../sync/engine/ports.ts';
import { appendOutcome } from '../../sync/engine/store-rules.ts';
import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

/**
 * One answer onto the disk: op, stream and sitting in one strictly durable transaction (SY3), or none of them. In IndexedDB's own
 * words, since this is what every click waits for; Dexie's share of it was larger than the disk's.
 */
export async function appendAnswer(db: DeviceDatabase, op: OpRow, prevHash: string, amend?: 'amend'): Promise<AppendOutcome> {
  let transaction: IDBTransaction | undefined;
  return guarded(
    async () => {
      transaction = await begin(db);
      return appendIn(transaction, op, prevHash, amend);
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
    // The browser may take a connection away at any time; a transaction of Dexie's brings it back, or says why it can't.
    await db.transaction('r', db.sittings, () => db.sittings.get(''));
    return open();
  }
}

const stores = ['sittings', 'streams', 'ops'] as const;

export const hasAppendStores = (db: IDBDatabase): boolean => stores.every((name) => db.objectStoreNames.contains(name));

/** Throws where the connection is closing or gone. */
export const beginAppend = (db: IDBDatabase): IDBTransaction => db.transaction(stores, 'readwrite', { durability: 'strict' });

/** `onWritten`: all three rows are in the transaction, and the disk is being waited for. */
export function appendIn(
  transaction: IDBTransaction,
  op: OpRow,
  prevHash: string,
  amend?: 'amend',
  onWritten?: () => void,
): Promise<AppendOutcome> {
  return new Promise((resolve, reject) => {
    const [sittings, streams, ops] = stores.map((name) => transaction.objectStore(name)) as [
      IDBObjectStore,
      IDBObjectStore,
      IDBObjectStore,
    ];
    let outcome: AppendOutcome | undefined;
    let fault: unknown;
    const readStream: IDBRequest<StreamRow | undefined> = streams.get(op.streamId);
    const readSitting: IDBRequest<SittingRow | undefined> = sittings.get(op.attemptId);
    // Requests are answered in their order: the stream is here, too.
    readSitting.addEventListener('success', () => {
      try {
        const [stream, sitting] = [readStream.result, readSitting.result];
        if (!stream || !sitting) throw new Error(`no stream ${op.streamId} of attempt ${op.attemptId} on this device`);
        outcome = appendOutcome(sitting, stream, op, prevHash, amend);
        if (outcome !== 'committed') return;
        ops.add(op);
        streams.put({ ...stream, headSeq: op.seq, headHash: op.hash });
        const last = sittings.put({ ...sitting, lamport: op.lamport });
        // No `commit()` ahead of their success: after it nothing can be taken back, and a write that failed would leave the other two
        // standing. One that fails aborts the transaction by itself, and the last of them is never told of success.
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
