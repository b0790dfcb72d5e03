import { Dexie, type EntityTable } from 'dexie';
import type { PushInput } from '../../../sync/contract/exams/sync.ts';
import type { QueuedBatch, TransferQueue } from '../../../sync/engine/transfer/transfer-queue.ts';

/** An encrypted batch of an examinee's answers, brought from another PC. This device cannot read it. */
interface CarriedRow {
  readonly id: number;
  readonly attemptId: string;
  readonly streamId: string;
  readonly bytes: number;
  readonly input: PushInput;
  readonly takenMs: number;
  readonly restsUntilMs: number;
  /** Reject reason of the server at the last attempt; '' if it was not sent yet. */
  readonly refused: string;
}

/** Marks an attempt of which at least one batch was delivered from this device. */
interface DeliveredRow {
  readonly attemptId: string;
  readonly atMs: number;
}

/** Limits per device and per attempt, in bytes, equal to those of a room's relay: nobody can fill the disk by showing QR codes to the camera. */
export const transferLimits = { bytes: 256 * 1024 ** 2, attemptBytes: 16 * 1024 ** 2 } as const;

/** Database of answers that were brought from other PCs. It is separate, so that they cannot block writes of this device's own exams. */
class CarriedDatabase extends Dexie {
  readonly batches!: EntityTable<CarriedRow, 'id'>;
  readonly delivered!: EntityTable<DeliveredRow, 'attemptId'>;

  constructor(name: string) {
    // The page says "on this tablet" after the commit, so it must survive a power cut.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ batches: '++id, attemptId, streamId, restsUntilMs', delivered: 'attemptId' });
  }
}

/**
 * Transfer state of an attempt. `waitingCount`: ops on this device that the server is not known to have. `refused`: the server refuses some. `delivered`:
 * at least one batch was delivered.
 */
export interface TransferState {
  readonly waitingCount: number;
  readonly refused: boolean;
  readonly delivered: boolean;
}

export interface TransferCache extends TransferQueue {
  /** Stores all batches or none. Resolves with `attemptFull` or `full` if a limit of `transferLimits` is exceeded. Rejects if the disk is full. */
  storeBatches(batches: readonly PushInput[], nowMs: number): Promise<'kept' | 'attemptFull' | 'full'>;
  states(): Promise<ReadonlyMap<string, TransferState>>;
  /** Number of batches that wait for delivery. */
  countWaiting(): Promise<number>;
}

const getLastSeq = ({ fromSeq, ops }: PushInput): number => fromSeq + ops.length - 1;
const estimateBytes = ({ ops }: PushInput): number => ops.reduce((sum, op) => sum + op[5].length + 160, 2_000);

/** Tells whether `newer` contains every op of `older`. A PC that shows its answers again starts each stream from its beginning. */
export function coversBatch(newer: PushInput, older: PushInput): boolean {
  if (newer.stream.streamId !== older.stream.streamId || newer.ticket !== older.ticket) return false;
  if (newer.aside !== older.aside || newer.fromSeq > older.fromSeq || getLastSeq(newer) < getLastSeq(older)) return false;
  const from = older.fromSeq - newer.fromSeq;
  return older.ops.every((op, at) => JSON.stringify(op) === JSON.stringify(newer.ops[from + at]));
}

/** Opens the database of transferred answers. */
export function openTransferCache(name = 'wenkao-carried'): TransferCache {
  const db = new CarriedDatabase(name);
  return {
    storeBatches: (batches, nowMs) =>
      db.transaction('rw', db.batches, async () => {
        const rows = await db.batches.toArray();
        const remainingRows = new Map(rows.map((row) => [row.id, row]));
        const newBatches: PushInput[] = [];
        for (const batch of batches) {
          if (rows.some((row) => remainingRows.has(row.id) && coversBatch(row.input, batch))) continue;
          for (const row of rows) if (coversBatch(batch, row.input)) remainingRows.delete(row.id);
          newBatches.push(batch);
        }
        const bytesByAttempt = new Map<string, number>();
        const addBytes = (attemptId: string, bytes: number): number => {
          const sum = (bytesByAttempt.get(attemptId) ?? 0) + bytes;
          bytesByAttempt.set(attemptId, sum);
          return sum;
        };
        for (const row of remainingRows.values()) addBytes(row.attemptId, row.bytes);
        for (const batch of newBatches)
          if (addBytes(batch.stream.attemptId, estimateBytes(batch)) > transferLimits.attemptBytes) return 'attemptFull';
        if ([...bytesByAttempt.values()].reduce((sum, bytes) => sum + bytes, 0) > transferLimits.bytes) return 'full';
        await db.batches.bulkDelete(rows.filter((row) => !remainingRows.has(row.id)).map((row) => row.id));
        await db.batches.bulkAdd(
          newBatches.map((input) => ({
            attemptId: input.stream.attemptId,
            streamId: input.stream.streamId,
            bytes: estimateBytes(input),
            input,
            takenMs: nowMs,
            restsUntilMs: 0,
            refused: '',
          })),
        );
        return 'kept';
      }),

    async states() {
      const [rows, delivered] = await Promise.all([db.batches.toArray(), db.delivered.toArray()]);
      const states = new Map<string, TransferState>();
      for (const { attemptId } of delivered) states.set(attemptId, { waitingCount: 0, refused: false, delivered: true });
      for (const { attemptId, input, refused } of rows) {
        const so = states.get(attemptId) ?? { waitingCount: 0, refused: false, delivered: false };
        const isRefused = so.refused || (refused !== '' && refused !== 'gap' && refused !== 'unknownStream');
        states.set(attemptId, { ...so, waitingCount: so.waitingCount + input.ops.length, refused: isRefused });
      }
      return states;
    },
    countWaiting: () => db.batches.count(),

    async next(nowMs): Promise<QueuedBatch | undefined> {
      const rows = await db.batches.where('restsUntilMs').belowOrEqual(nowMs).sortBy('id');
      const [row] = rows.toSorted((a, b) => a.restsUntilMs - b.restsUntilMs || a.id - b.id);
      return row;
    },
    removeDelivered: (id) =>
      db.transaction('rw', db.batches, db.delivered, async () => {
        const row = await db.batches.get(id);
        if (!row) return;
        await db.delivered.put({ attemptId: row.attemptId, atMs: Date.now() });
        await db.batches.delete(id);
      }),
    async postpone(id, restsUntilMs, refused) {
      await db.batches.update(id, { restsUntilMs, refused });
    },
  };
}
