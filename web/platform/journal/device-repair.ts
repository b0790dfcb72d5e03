import { repairWithFullDisk, type RepairedReplicas } from '../../../sync/engine/store/repair-replicas.ts';
import { type ClientStore, StorageFault, type HandInRow, type SittingRow, type StreamRow } from '../../../sync/engine/ports.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { reportEngineFault } from '../engine-fault.ts';
import type { JournalCalls } from './journal-messages.ts';
import { repairCounter, mirroredTables } from './mirrored-tables.ts';
import { repairTables } from './repair-tables.ts';
import { type Replica, countGaplessOps, joinStreamReplicas, type StreamHolding } from '../../../sync/engine/store/replicas.ts';
import { joinSittings, chooseLaterClock, type StreamWithOps } from '../../../sync/engine/store/join-streams.ts';
import { Dexie } from 'dexie';
import { createDexieClientStore } from '../database/dexie-client-store.ts';
import { guardStorage } from '../database/storage-fault.ts';

/** Wraps the IndexedDB database as one of the two replicas of the mirrored store; the other is the journal file (SY25). */
function createDexieReplica(db: DeviceDatabase): Replica & ClientStore {
  const ofStream = (streamId: string) => db.ops.where('[streamId+seq]').between([streamId, Dexie.minKey], [streamId, Dexie.maxKey]);

  async function measureHolding(row: StreamRow): Promise<StreamHolding> {
    const [count, last] = await Promise.all([ofStream(row.streamId).count(), db.ops.get([row.streamId, row.headSeq])]);
    if (count === row.headSeq && (last?.hash ?? row.genesis) === row.headHash) return { row, held: row.headSeq };
    return { row, held: countGaplessOps(row, await ofStream(row.streamId).toArray()) };
  }

  async function joinStream(broughtStream: StreamWithOps, ownRole: 'trusted' | 'other'): Promise<void> {
    const { streamId } = broughtStream.row;
    const row = await db.streams.get(streamId);
    const known = row && { row, ops: await ofStream(streamId).toArray() };
    const joined = joinStreamReplicas(known, broughtStream, ownRole);
    const hashBySeq = new Map(known?.ops.map((op) => [op.seq, op.hash]));
    await db.ops.bulkPut(joined.ops.filter((op) => hashBySeq.get(op.seq) !== op.hash));
    // Delete ops behind a gap, unless this replica is the trusted one: there they stay as evidence, although they cannot be sent.
    if (ownRole === 'other')
      await db.ops
        .where('[streamId+seq]')
        .between([streamId, joined.row.headSeq + 1], [streamId, Dexie.maxKey])
        .delete();
    await db.streams.put(joined.row);
  }

  async function joinSitting(row: SittingRow): Promise<void> {
    const known = await db.sittings.get(row.attemptId);
    if (!known) return void (await db.sittings.put(row));
    const handIns = [known.handIn, row.handIn].filter((each): each is HandInRow => each !== null);
    const ops = await Promise.all(handIns.map(({ streamId, seq }) => db.ops.get([streamId, seq])));
    const lamportOf = ({ streamId, seq }: HandInRow) => ops.find((op) => op?.streamId === streamId && op.seq === seq)?.lamport;
    await db.sittings.put(joinSittings(known, row, lamportOf));
  }

  return {
    ...createDexieClientStore(db),
    heads: () =>
      guardStorage(() =>
        db.transaction('r', db.sittings, db.streams, db.ops, db.clock, async () => {
          const [sittings, streams, clocks] = await Promise.all([db.sittings.toArray(), db.streams.toArray(), db.clock.toArray()]);
          return {
            sittings,
            streams: await Promise.all(streams.map(measureHolding)),
            clocks: clocks.map(({ attemptId, ...point }) => [attemptId, point] as const),
          };
        }),
      ),
    restore: (rows, ownRole) =>
      guardStorage(() =>
        db.transaction('rw', db.sittings, db.streams, db.ops, db.clock, async () => {
          for (const stream of rows.streams) await joinStream(stream, ownRole);
          for (const row of rows.sittings) await joinSitting(row);
          for (const [attemptId, point] of rows.clocks) {
            const known = await db.clock.get(attemptId);
            await db.clock.put({ ...(known ? chooseLaterClock(known, point) : point), attemptId });
          }
        }),
      ),
  };
}

/** Tables that are mirrored in the journal files, without the papers: each paper is stored in a file of its own. */
const tables = mirroredTables.filter((table) => table !== 'packages');

/**
 * Compares and repairs database and journal: attempts and device records (SY25). The module is loaded at the first opening on a PC with journals
 * and then stays in memory, so a disk that fails later cannot prevent a repair.
 */
export async function repairReplicaPair(db: Dexie, journal: JournalCalls, trusted: 'database' | 'journal'): Promise<RepairedReplicas> {
  repairCounter.count += 1;
  try {
    const outcome = await repairWithFullDisk(trusted, createDexieReplica(db as DeviceDatabase), journal, reportEngineFault);
    await repairTables(db, journal, tables, outcome !== 'full');
    if (outcome !== 'full') await repairPapers(db, journal);
    return outcome;
  } finally {
    repairCounter.count -= 1;
  }
}

/** True if the database is listed under its name. An open connection is no proof: the browser may have deleted its files. */
const isNamed = async ({ name }: Dexie): Promise<boolean> => (await indexedDB.databases()).some((each) => each.name === name);

/** Repairs like `repairReplicaPair`, and reopens a database that the browser deleted. Rejects if the database is not listed afterwards. */
export async function repairAndReopen(db: Dexie, journal: JournalCalls, trusted: 'database' | 'journal'): Promise<RepairedReplicas> {
  if (!db.isOpen() || !(await isNamed(db))) {
    db.close({ disableAutoOpen: false });
    await db.open();
  }
  const outcome = await repairReplicaPair(db, journal, trusted);
  if (!(await isNamed(db))) throw new StorageFault('storage', 'the database is gone');
  return outcome;
}

/** Restores from the journal replica the papers of attempts that are not archived. */
async function repairPapers(db: Dexie, journal: JournalCalls): Promise<void> {
  const planIds = new Set((await journal.sittings()).filter((row) => row.archivedMs === null).map((row) => row.planId));
  for (const planId of planIds) {
    // Count instead of reading the paper, because it is large.
    if ((await db.table('packages').where(':id').equals(planId).count()) > 0) continue;
    const text = await journal.paper(planId);
    if (text !== undefined) await db.table('packages').put(JSON.parse(text));
  }
}
