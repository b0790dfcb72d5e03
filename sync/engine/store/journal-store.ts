import { listStreamHoldings, mergeRowsInto, type JournalReplica } from './replicas.ts';
import { rebuildDisk, removeAttemptRows, type JournalRecord, type NumberedRecord, diffToRecords, applyRecord } from './journal-records.ts';
import { isNewerRecord, type DeviceRecord, getDeviceRecordName, type DeviceJournalRecord, applyDeviceRecords } from './device-records.ts';
import { cloneMemoryDisk, createMemoryClientStore, createEmptyDisk, type MemoryDisk } from './memory-client-store.ts';
import { type HandInRow, StorageFault } from '../ports.ts';
import { createSerialQueue } from '../ops/serial.ts';
import { isStreamDelivered } from './store-rules.ts';

/** Access of this tab to the journal files of the device. Each tab writes only its own file and reads those of other tabs. */
export interface JournalFile {
  /** Appends records. Resolves when all are durable; a rejection means that no record counts. Writes happen in the order of the calls. */
  append(records: readonly NumberedRecord[]): Promise<void>;
  hasRoom(): Promise<boolean>;
  /**
   * Proves that this tab's file can be read under its name, where the next start looks for it (`JournalReplica.prove`). `all` returns every record so
   * far, for a file that must be rewritten.
   */
  prove(all: () => readonly NumberedRecord[]): Promise<void>;
  /** Returns the records that other tabs, open or closed, have written since the last call. */
  others(): Promise<readonly NumberedRecord[]>;
}

/**
 * The journal replica together with the device records. Device records belong to no attempt but must survive the loss of the database: for example
 * the users' vaults (their encrypted keys), the identity of this PC, and marks that were not sent yet.
 */
export interface JournalReplicaStore extends JournalReplica {
  /** Saves device records and resolves when they are durable. A record that is older than the stored row is dropped (`compareRowVersions`). */
  keep(records: readonly DeviceRecord[]): Promise<void>;
  /** Returns the device records that this tab has read so far. `look` reads those of other tabs. */
  deviceRecords(): Promise<DeviceRecord[]>;
  /** Deletes the rows of an attempt that was archived long ago. */
  forget(attemptId: string): Promise<void>;
  rows(): MemoryDisk;
  /**
   * Returns the records with which this tab begins a file that it takes over: all device records, and the sittings and clocks of undelivered
   * attempts. `closed`: records that the file holds so far, written by a tab that is closed. Ops remain in the files of their own tabs.
   */
  essence(closed?: readonly NumberedRecord[]): NumberedRecord[];
}

/**
 * Creates the journal replica (SY25). It applies the rules of every client store to rows in memory and writes each change to the journal before
 * it reports success. `begin`: all records in the journals of this device.
 */
export function createJournalStore(begin: readonly NumberedRecord[], journal: JournalFile): JournalReplicaStore {
  const serial = createSerialQueue();
  let disk = rebuildDisk(begin);
  const deviceRecords = new Map<string, DeviceJournalRecord>();
  applyDeviceRecords(deviceRecords, begin);
  let numbered = findHighestNumber(begin, 0);
  /** Hand-in that the attempt had before `follow` wrote a newer one. `retract` restores it if the database refuses the newer one. */
  let handInBefore: HandInRow | null = null;
  /** Rows of the running transaction. Readers see them once the journal holds the change. */
  let draft: MemoryDisk | undefined;

  function write<T>(work: () => T): Promise<T> {
    return serial.run(async () => {
      const next = cloneMemoryDisk(disk);
      draft = next;
      let result: T;
      try {
        result = work();
      } finally {
        draft = undefined;
      }
      const records = diffToRecords(disk, next).map((r) => ({ n: (numbered += 1), r }));
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
    heads: async () => listStreamHoldings(disk),
    restore: (rows, ownRole) => write(() => mergeRowsInto(draft ?? disk, rows, ownRole)),
    follow: (op, prevHash, handIn) =>
      write(() => {
        const target = draft ?? disk;
        const [stream, sitting] = [target.streams.get(op.streamId), target.sittings.get(op.attemptId)];
        if (!stream || !sitting || stream.headHash !== prevHash || op.seq !== stream.headSeq + 1)
          throw new StorageFault('storage', `the journal of ${op.streamId} does not reach op ${op.seq - 1}`);
        target.ops.set(op.streamId, [...(target.ops.get(op.streamId) ?? []), op]);
        target.streams.set(op.streamId, { ...stream, headSeq: op.seq, headHash: op.hash });
        const lamport = Math.max(sitting.lamport, op.lamport);
        if (handIn) handInBefore = sitting.handIn;
        target.sittings.set(op.attemptId, { ...sitting, lamport, handIn: handIn ?? sitting.handIn });
        return 'committed';
      }),
    retract: (op) =>
      write(() => {
        const target = draft ?? disk;
        const [stream, ops] = [target.streams.get(op.streamId), target.ops.get(op.streamId)];
        if (!stream || ops?.[op.seq - 1]?.hash !== op.hash) return;
        const remainingOps = ops.slice(0, op.seq - 1);
        target.ops.set(op.streamId, remainingOps);
        target.streams.set(op.streamId, { ...stream, headSeq: remainingOps.length, headHash: remainingOps.at(-1)?.hash ?? stream.genesis });
        const sitting = target.sittings.get(op.attemptId);
        if (sitting?.handIn?.streamId === op.streamId && sitting.handIn.seq === op.seq)
          target.sittings.set(op.attemptId, { ...sitting, handIn: handInBefore });
      }),
    hasRoom: () => journal.hasRoom(),
    prove: () =>
      serial.run(() =>
        journal.prove(() => [...diffToRecords(createEmptyDisk(), disk).map((r) => ({ n: (numbered += 1), r })), ...deviceRecords.values()]),
      ),
    forget: (attemptId) => write(() => removeAttemptRows(draft ?? disk, attemptId)),
    keep: (newRecords) =>
      serial.run(async () => {
        const changedRecords: DeviceJournalRecord[] = [];
        for (const newRecord of newRecords) {
          const known = deviceRecords.get(getDeviceRecordName(newRecord));
          const record: DeviceJournalRecord = { n: numbered + 1, r: { k: 'keep', ...newRecord } };
          if (JSON.stringify(known?.r.row) === JSON.stringify(newRecord.row) || !isNewerRecord(record, known)) continue;
          numbered += 1;
          changedRecords.push(record);
        }
        if (changedRecords.length === 0) return;
        await journal.append(changedRecords);
        applyDeviceRecords(deviceRecords, changedRecords);
      }),
    deviceRecords: async () =>
      [...deviceRecords.values()].flatMap(({ r: { table, key, row } }) => (row === null ? [] : { table, key, row })),
    rows: () => disk,
    essence(closed = []) {
      // The closed tab may have added device records to its file after this tab last read the file.
      applyDeviceRecords(deviceRecords, closed);
      numbered = findHighestNumber(closed, numbered);
      // Keep the old numbers. New numbers would make these records seem newer than those of a third tab.
      return [...deviceRecords.values(), ...listAttemptRecords(disk).map((r) => ({ n: (numbered += 1), r }))];
    },
    async look() {
      // Read outside the queue. On a full disk other files may be unreadable, and current writes must not wait for them.
      const otherRecords = await journal.others();
      await serial.run(async () => {
        const next = cloneMemoryDisk(disk);
        for (const { r } of otherRecords) applyRecord(next, r);
        applyDeviceRecords(deviceRecords, otherRecords);
        numbered = findHighestNumber(otherRecords, numbered);
        disk = next;
      });
    },
  };
}

/** Lists the records of sittings (rows of attempts) and clocks, for attempts that the server does not hold completely. */
function listAttemptRecords(disk: MemoryDisk): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const row of disk.sittings.values()) {
    if (isFullyDelivered(disk, row.attemptId)) continue;
    records.push({ k: 'sitting', row });
    const point = disk.clocks.get(row.attemptId);
    if (point) records.push({ k: 'clock', attemptId: row.attemptId, point });
  }
  return records;
}

/** Checks whether the attempt is archived and fully delivered. Such an attempt needs no second replica. */
export const isFullyDelivered = (disk: MemoryDisk, attemptId: string): boolean =>
  (disk.sittings.get(attemptId)?.archivedMs ?? null) !== null &&
  [...disk.streams.values()].every((row) => row.attemptId !== attemptId || isStreamDelivered(row));

const findHighestNumber = (records: readonly NumberedRecord[], least: number): number =>
  records.reduce((n, record) => Math.max(n, record.n), least);
