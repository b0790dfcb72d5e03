import type { ClientAppendOutcome, ClientStore, HandInRow, OpRow, StreamRow } from '../../../sync/engine/ports.ts';
import {
  decideAppend,
  retireStream,
  doHeadsAgree,
  isStreamDelivered,
  recordQuarantine,
  mergeSitting,
  storeNews,
  removeOldAcks,
  reopenArchived,
} from '../../../sync/engine/store/store-rules.ts';
import type { StreamHead } from '../../../sync/contract/exams/sync.ts';
import { Dexie, type Table, type Transaction } from 'dexie';
import { acknowledgeHead, appendAnswer } from './answer-append.ts';
import type { DeviceDatabase } from './database.ts';
import { guardStorage } from './storage-fault.ts';

/** Creates the store of attempts, streams and ops in the IndexedDB database of this device. */
export function createDexieClientStore(db: DeviceDatabase): ClientStore {
  const outbox = [db.sittings, db.streams, db.ops];
  const run = <T>(mode: 'r' | 'rw', work: () => Promise<T>, tables: Table[] = outbox): Promise<T> => {
    let under: IDBTransaction | undefined;
    const inside = (transaction: Transaction): Promise<T> => {
      under = transaction.idbtrans;
      return work();
    };
    return guardStorage(
      () => db.transaction(mode, tables, inside),
      () => under?.error,
    );
  };
  /**
   * Runs one read request. Its transaction is committed as soon as the request is placed, so that it ends even while this thread is busy. Otherwise
   * an answer that the journal thread writes would wait until this thread has handled the result.
   */
  const reading = <T>(request: () => Promise<T>): Promise<T> =>
    run('r', () => {
      const placed = request();
      Dexie.currentTransaction.idbtrans.commit();
      return placed;
    });
  const writing = <T>(work: () => Promise<T>): Promise<T> => run('rw', work);
  // The clock table has transactions of its own, so that an answer need not wait for a stored clock state.
  const clock = [db.clock];

  const changeStream = (streamId: string, change: (row: StreamRow) => StreamRow): Promise<void> =>
    writing(async () => {
      const row = await db.streams.get(streamId);
      if (row) await db.streams.put(change(row));
    });

  async function appendHandInInside(
    op: OpRow,
    prevHash: string,
    handIn: { heads: readonly StreamHead[]; row: HandInRow },
    amend?: 'amend',
  ): Promise<ClientAppendOutcome> {
    const [stream, sitting] = await Promise.all([db.streams.get(op.streamId), db.sittings.get(op.attemptId)]);
    if (!stream || !sitting) throw new Error(`no stream ${op.streamId} of attempt ${op.attemptId} on this device`);
    const outcome = decideAppend(sitting, stream, op, prevHash, amend);
    if (outcome !== 'committed') return outcome;
    if (!doHeadsAgree(await db.streams.where({ attemptId: op.attemptId }).toArray(), handIn.heads)) return 'moved';
    await Promise.all([
      db.ops.add(op),
      db.streams.put({ ...stream, headSeq: op.seq, headHash: op.hash }),
      db.sittings.put({ ...sitting, lamport: op.lamport, handIn: handIn.row }),
    ]);
    return 'committed';
  }

  return {
    sitting: (attemptId) => reading(() => db.sittings.get(attemptId)),
    sittings: () => reading(() => db.sittings.toArray()),
    saveSitting: (row) =>
      writing(async () => {
        await db.sittings.put(mergeSitting(await db.sittings.get(row.attemptId), row));
      }),
    addStream: (row) =>
      writing(async () => {
        await db.streams.add(row);
      }),
    stream: (streamId) => reading(() => db.streams.get(streamId)),
    streamsOf: (attemptId) => reading(() => db.streams.where({ attemptId }).toArray()),
    // Read all streams at once: a PC has few streams, and a cursor would need one request for each.
    undelivered: () => reading(async () => (await db.streams.toArray()).filter((row) => !isStreamDelivered(row))),
    ops: (streamId, fromSeq, limit) =>
      reading(() => db.ops.where('[streamId+seq]').between([streamId, fromSeq], [streamId, Dexie.maxKey]).limit(limit).toArray()),
    append: (op, prevHash, amend) => appendAnswer(db, op, prevHash, amend),
    appendHandIn: (op, prevHash, heads, row, amend) => writing(() => appendHandInInside(op, prevHash, { heads, row }, amend)),
    acknowledge: (streamId, head, serverEpoch) => acknowledgeHead(db, streamId, head, serverEpoch),
    forgetAcks: (serverEpoch) =>
      writing(async () => {
        const rows = await db.streams.toArray();
        await db.streams.bulkPut(rows.map((row) => removeOldAcks(row, serverEpoch)));
        const sittings = await db.sittings.toArray();
        await db.sittings.bulkPut(sittings.map((row) => reopenArchived(row, serverEpoch)));
      }),
    quarantine: (streamId, ops, serverEpoch) => changeStream(streamId, (row) => recordQuarantine(row, ops, serverEpoch)),
    retire: (streamId) => changeStream(streamId, retireStream),
    noteNews: (attemptId, news, serverEpoch) =>
      writing(async () => {
        const row = await db.sittings.get(attemptId);
        if (row) await db.sittings.put(storeNews(row, news, serverEpoch));
      }),
    archive: (attemptId, nowMs) =>
      writing(async () => {
        await db.sittings.update(attemptId, { archivedMs: nowMs });
      }),
    clockCheckpoint: (attemptId) =>
      run(
        'r',
        async () => {
          const row = await db.clock.get(attemptId);
          if (!row) return undefined;
          const { attemptId: _, ...checkpoint } = row;
          return checkpoint;
        },
        clock,
      ),
    saveClockCheckpoint: (attemptId, checkpoint) =>
      run(
        'rw',
        async () => {
          await db.clock.put({ ...checkpoint, attemptId });
        },
        clock,
      ),
  };
}
