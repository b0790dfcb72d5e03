import { headsOf, restoreInto, type SecondCopy } from './copies.ts';
import { fold, forget, type JournalRecord, type Numbered, recordsBetween, take } from './journal-records.ts';
import { counts, type Keepsake, keepsakeName, type KeepRecord, noteKeepsakes } from './keepsakes.ts';
import { cloneDisk, createMemoryClientStore, emptyDisk, type MemoryDisk } from './memory-client-store.ts';
import type { HandInRow } from './ports.ts';
import { createSerial } from './serial.ts';
import { isDelivered } from './store-rules.ts';

/** Where the records go: a file of this tab's own, beside those of others. */
export interface Journal {
  /** Durable when it resolves; nothing of it counts where it rejects. In the order of the calls. */
  append(records: readonly Numbered[]): Promise<void>;
  hasRoom(): Promise<boolean>;
  /** `SecondCopy.prove`. `all`: every record so far, for a file that has to be written again. */
  prove(all: () => readonly Numbered[]): Promise<void>;
  /** What other tabs, of today or of before, have written since it was last asked. */
  others(): Promise<readonly Numbered[]>;
}

/** Beside the attempts: what stands in none of them, yet is needed after the database is lost (vaults, notices, the names of this PC, marks). */
export interface JournalStore extends SecondCopy {
  /** Durable when it resolves, each row in this state or one that counts more (`laterRow`). */
  keep(kept: readonly Keepsake[]): Promise<void>;
  /** As far as this tab has read the journals: `look` takes in what other tabs have told since. */
  keepsakes(): Promise<Keepsake[]>;
  /** The attempt was archived long ago: it need not be kept any longer. */
  forget(attemptId: string): Promise<void>;
  rows(): MemoryDisk;
  /** What has to be told again where a file that held `closed` is begun anew: all but the ops of streams that stand in other files. */
  essence(closed?: readonly Numbered[]): Numbered[];
}

/**
 * The second copy (SY25): the same rules as every store over rows in memory, each change told to the journal before it is called
 * done. `begin`: everything the journals of this device hold.
 */
export function createJournalStore(begin: readonly Numbered[], journal: Journal): JournalStore {
  const serial = createSerial();
  let disk = fold(begin);
  const keepsakes = new Map<string, KeepRecord>();
  noteKeepsakes(keepsakes, begin);
  let numbered = highest(begin, 0);
  /** What stood before the hand-in that is being followed, should that be refused. */
  let handInBefore: HandInRow | null = null;
  /** What a transaction under way works on; readers see it when the journal has it. */
  let draft: MemoryDisk | undefined;

  function write<T>(work: () => T): Promise<T> {
    return serial.run(async () => {
      const next = cloneDisk(disk);
      draft = next;
      let result: T;
      try {
        result = work();
      } finally {
        draft = undefined;
      }
      const records = recordsBetween(disk, next).map((r) => ({ n: (numbered += 1), r }));
      if (records.length > 0) await journal.append(records);
      disk = next;
      return result;
    });
  }

  const store = createMemoryClientStore(
    () => draft ?? disk,
    (kind, work) => (kind === 'write' ? write(work) : Promise.resolve().then(work)),
  );
  return {
    ...store,
    heads: async () => headsOf(disk),
    restore: (rows, mine) => write(() => restoreInto(draft ?? disk, rows, mine)),
    follow: (op, prevHash, handIn) =>
      write(() => {
        const at = draft ?? disk;
        const [stream, sitting] = [at.streams.get(op.streamId), at.sittings.get(op.attemptId)];
        if (!stream || !sitting || stream.headHash !== prevHash || op.seq !== stream.headSeq + 1)
          throw new Error(`the second copy of ${op.streamId} does not reach op ${op.seq - 1}`);
        at.ops.set(op.streamId, [...(at.ops.get(op.streamId) ?? []), op]);
        at.streams.set(op.streamId, { ...stream, headSeq: op.seq, headHash: op.hash });
        const lamport = Math.max(sitting.lamport, op.lamport);
        if (handIn) handInBefore = sitting.handIn;
        at.sittings.set(op.attemptId, { ...sitting, lamport, handIn: handIn ?? sitting.handIn });
        return 'committed';
      }),
    retract: (op) =>
      write(() => {
        const at = draft ?? disk;
        const [stream, ops] = [at.streams.get(op.streamId), at.ops.get(op.streamId)];
        if (!stream || ops?.[op.seq - 1]?.hash !== op.hash) return;
        const kept = ops.slice(0, op.seq - 1);
        at.ops.set(op.streamId, kept);
        at.streams.set(op.streamId, { ...stream, headSeq: kept.length, headHash: kept.at(-1)?.hash ?? stream.genesis });
        const sitting = at.sittings.get(op.attemptId);
        if (sitting?.handIn?.streamId === op.streamId && sitting.handIn.seq === op.seq)
          at.sittings.set(op.attemptId, { ...sitting, handIn: handInBefore });
      }),
    hasRoom: () => journal.hasRoom(),
    prove: () =>
      serial.run(() =>
        journal.prove(() => [...recordsBetween(emptyDisk(), disk).map((r) => ({ n: (numbered += 1), r })), ...keepsakes.values()]),
      ),
    forget: (attemptId) => write(() => forget(draft ?? disk, attemptId)),
    keep: (kept) =>
      serial.run(async () => {
        const fresh: KeepRecord[] = [];
        for (const each of kept) {
          const known = keepsakes.get(keepsakeName(each));
          const record: KeepRecord = { n: numbered + 1, r: { k: 'keep', ...each } };
          if (JSON.stringify(known?.r.row) === JSON.stringify(each.row) || !counts(record, known)) continue;
          numbered += 1;
          fresh.push(record);
        }
        if (fresh.length === 0) return;
        await journal.append(fresh);
        noteKeepsakes(keepsakes, fresh);
      }),
    keepsakes: async () => [...keepsakes.values()].flatMap(({ r: { table, key, row } }) => (row === null ? [] : { table, key, row })),
    rows: () => disk,
    essence(closed = []) {
      // Another tab may have told of rows there after this one read it, and be gone.
      noteKeepsakes(keepsakes, closed);
      numbered = highest(closed, numbered);
      // With the numbers they had: as new ones, they would pass for later than what a third tab has told.
      return [...keepsakes.values(), ...attemptsIn(disk).map((r) => ({ n: (numbered += 1), r }))];
    },
    async look() {
      // Outside the queue: on a full disk other files may not be had, and what is written now must not wait for them.
      const told = await journal.others();
      await serial.run(async () => {
        const next = cloneDisk(disk);
        for (const { r } of told) take(next, r);
        noteKeepsakes(keepsakes, told);
        numbered = highest(told, numbered);
        disk = next;
      });
    },
  };
}

/** Of attempts that the server has not wholly taken over. */
function attemptsIn(disk: MemoryDisk): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const row of disk.sittings.values()) {
    if (isSettled(disk, row.attemptId)) continue;
    records.push({ k: 'sitting', row });
    const point = disk.clocks.get(row.attemptId);
    if (point) records.push({ k: 'clock', attemptId: row.attemptId, point });
  }
  return records;
}

/** The server holds all of it for good; nothing here has to be kept twice any more. */
export const isSettled = (disk: MemoryDisk, attemptId: string): boolean =>
  (disk.sittings.get(attemptId)?.archivedMs ?? null) !== null &&
  [...disk.streams.values()].every((row) => row.attemptId !== attemptId || isDelivered(row));

const highest = (records: readonly Numbered[], least: number): number => records.reduce((n, record) => Math.max(n, record.n), least);
