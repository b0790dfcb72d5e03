import { Dexie, type EntityTable } from 'dexie';
import type { PushInput } from '../../sync/contract/sync.ts';
import type { Carried, CarriedStore } from '../../sync/engine/carrier.ts';

/** A batch of somebody else's answers, sealed: this device can't read it. */
interface CarriedRow {
  readonly id: number;
  readonly attemptId: string;
  readonly streamId: string;
  readonly bytes: number;
  readonly input: PushInput;
  readonly takenMs: number;
  readonly restsUntilMs: number;
  /** The server's reason, where it did not take it when it was last asked; '': not asked yet. */
  readonly refused: string;
}

/** Of this attempt something was carried to the server: told, and no more than that. */
interface DeliveredRow {
  readonly attemptId: string;
  readonly atMs: number;
}

/** As a relay: whoever shows codes to a camera can't fill it for others. */
export const carriedLimits = { bytes: 256 * 1024 ** 2, attemptBytes: 16 * 1024 ** 2 } as const;

/** Apart from the exams' database: what is carried for others can't stand in the way of what is written here. */
class CarriedDatabase extends Dexie {
  readonly batches!: EntityTable<CarriedRow, 'id'>;
  readonly delivered!: EntityTable<DeliveredRow, 'attemptId'>;

  constructor(name: string) {
    // "On this tablet" outlives a pulled plug.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ batches: '++id, attemptId, streamId, restsUntilMs', delivered: 'attemptId' });
  }
}

/** Of an attempt: ops that lie here and are not known to be there, whether the server refuses any, and whether any were delivered. */
export interface CarriedState {
  readonly waiting: number;
  readonly refused: boolean;
  readonly delivered: boolean;
}

export interface CarriedCache extends CarriedStore {
  /** All of them or none. Rejects where the disk is full. `attemptFull`, `full`: beyond what is kept. */
  take(batches: readonly PushInput[], nowMs: number): Promise<'kept' | 'attemptFull' | 'full'>;
  states(): Promise<ReadonlyMap<string, CarriedState>>;
  /** Is there anything at all to be carried? */
  waiting(): Promise<number>;
}

const lastOf = ({ fromSeq, ops }: PushInput): number => fromSeq + ops.length - 1;
const bytesOf = ({ ops }: PushInput): number => ops.reduce((sum, op) => sum + op[5].length + 160, 2_000);

/** Is everything that `older` carries in `newer`, too? A PC that is asked again tells its streams from their beginning. */
export function covers(newer: PushInput, older: PushInput): boolean {
  if (newer.stream.streamId !== older.stream.streamId || newer.ticket !== older.ticket) return false;
  if (newer.aside !== older.aside || newer.fromSeq > older.fromSeq || lastOf(newer) < lastOf(older)) return false;
  const from = older.fromSeq - newer.fromSeq;
  return older.ops.every((op, at) => JSON.stringify(op) === JSON.stringify(newer.ops[from + at]));
}

export function openCarriedCache(name = 'wenkao-carried'): CarriedCache {
  const db = new CarriedDatabase(name);
  return {
    take: (batches, nowMs) =>
      db.transaction('rw', db.batches, async () => {
        const rows = await db.batches.toArray();
        const kept = new Map(rows.map((row) => [row.id, row]));
        const fresh: PushInput[] = [];
        for (const batch of batches) {
          if (rows.some((row) => kept.has(row.id) && covers(row.input, batch))) continue;
          for (const row of rows) if (covers(batch, row.input)) kept.delete(row.id);
          fresh.push(batch);
        }
        const ofAttempt = new Map<string, number>();
        const count = (attemptId: string, bytes: number): number => {
          const sum = (ofAttempt.get(attemptId) ?? 0) + bytes;
          ofAttempt.set(attemptId, sum);
          return sum;
        };
        for (const row of kept.values()) count(row.attemptId, row.bytes);
        for (const batch of fresh) if (count(batch.stream.attemptId, bytesOf(batch)) > carriedLimits.attemptBytes) return 'attemptFull';
        if ([...ofAttempt.values()].reduce((sum, bytes) => sum + bytes, 0) > carriedLimits.bytes) return 'full';
        await db.batches.bulkDelete(rows.filter((row) => !kept.has(row.id)).map((row) => row.id));
        await db.batches.bulkAdd(
          fresh.map((input) => ({
            attemptId: input.stream.attemptId,
            streamId: input.stream.streamId,
            bytes: bytesOf(input),
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
      const states = new Map<string, CarriedState>();
      for (const { attemptId } of delivered) states.set(attemptId, { waiting: 0, refused: false, delivered: true });
      for (const { attemptId, input, refused } of rows) {
        const so = states.get(attemptId) ?? { waiting: 0, refused: false, delivered: false };
        const isRefused = so.refused || (refused !== '' && refused !== 'gap' && refused !== 'unknownStream');
        states.set(attemptId, { ...so, waiting: so.waiting + input.ops.length, refused: isRefused });
      }
      return states;
    },
    waiting: () => db.batches.count(),

    async next(nowMs): Promise<Carried | undefined> {
      const rows = await db.batches.where('restsUntilMs').belowOrEqual(nowMs).sortBy('id');
      const [row] = rows.toSorted((a, b) => a.restsUntilMs - b.restsUntilMs || a.id - b.id);
      return row;
    },
    given: (id) =>
      db.transaction('rw', db.batches, db.delivered, async () => {
        const row = await db.batches.get(id);
        if (!row) return;
        await db.delivered.put({ attemptId: row.attemptId, atMs: Date.now() });
        await db.batches.delete(id);
      }),
    async rest(id, restsUntilMs, refused) {
      await db.batches.update(id, { restsUntilMs, refused });
    },
  };
}
