import { expect, test } from 'vitest';
import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import type { OpRow } from '../../../sync/engine/ports.ts';
import { createJournalStore } from '../../../sync/engine/store/journal-store.ts';
import { fillJournalFile, type BlockFile, journalFileBytes, JournalFrameFile } from './journal-file.ts';
import { JournalPool } from './journal-pool.ts';
import { testRandom, testFiller, createTestFile, MemoryFile, MemoryFolder, createTestRecord, appendToPool } from './journal-rig.ts';

const opened = (file: BlockFile): JournalFrameFile => {
  const journal = JournalFrameFile.open(file);
  if (!journal) throw new Error('no journal');
  return journal;
};

test('SY25: a journal reserves its space when it is created, and flushes every frame', () => {
  const file = createTestFile();
  file.disk.room = 0;
  const journal = opened(file);
  const before = file.flushes;
  journal.append([createTestRecord(1), createTestRecord(2)]);
  journal.append([createTestRecord(3)]);
  expect([file.getSize(), file.flushes - before]).toEqual([journalFileBytes, 2]);
  expect(opened(file).records).toEqual([createTestRecord(1), createTestRecord(2), createTestRecord(3)]);
});

test('a file that was not filled completely is no journal', () => {
  const file = new MemoryFile({ room: journalFileBytes - 1 });
  expect(() => fillJournalFile(file, testFiller, 7)).toThrow();
  expect(JournalFrameFile.open(file)).toBeUndefined();
});

test('a damaged record ends the journal, and is overwritten', () => {
  const file = createTestFile();
  const journal = opened(file);
  journal.append([createTestRecord(1)]);
  const end = journalFileBytes - journal.room;
  journal.append([createTestRecord(2)]);
  file.bytes[end + 12] = (file.bytes[end + 12] ?? 0) ^ 1;
  const reopened = opened(file);
  expect(reopened.records).toEqual([createTestRecord(1)]);
  reopened.append([createTestRecord(3)]);
  expect(opened(file).records).toEqual([createTestRecord(1), createTestRecord(3)]);
});

test('frames of an earlier use of the file are not read', () => {
  const file = createTestFile();
  const journal = opened(file);
  for (let n = 1; n <= 5; n += 1) journal.append([createTestRecord(n)]);
  journal.beginAnew();
  expect(opened(file).records).toEqual([]);
  journal.append([createTestRecord(6)]);
  expect(opened(file).records).toEqual([createTestRecord(6)]);
});

test('a frame that does not fit is refused as a whole', () => {
  const journal = opened(createTestFile());
  const large: NumberedRecord = { n: 1, r: { k: 'gone', attemptId: 'x'.repeat(journalFileBytes) } };
  expect(() => journal.append([large])).toThrow(/full/);
  expect(journal.records).toEqual([]);
});

test('each tab writes its own file and reads the files of other tabs', async () => {
  const folder = new MemoryFolder();
  const [a, b] = [new JournalPool(folder, testRandom), new JournalPool(folder, testRandom)];
  expect(await a.open()).toEqual([]);
  expect(a.hasFile).toBe(false);
  await expect(appendToPool(a, createTestRecord(1))).rejects.toThrow(/no journal/);
  await a.allocate();
  await a.open();
  await b.open();
  await appendToPool(a, createTestRecord(1));
  await appendToPool(b, createTestRecord(2));
  expect([await a.others(), await b.others()]).toEqual([[createTestRecord(2)], [createTestRecord(1)]]);
  expect(await a.others()).toEqual([]);
  const c = new JournalPool(folder, testRandom);
  expect((await c.open()).map(({ n }) => n).toSorted((x, y) => x - y)).toEqual([1, 2]);
});

test('a pool without enough disk space frees what it took, and fails with a quota error', async () => {
  const folder = new MemoryFolder();
  folder.disk.room = 3 * 1024 * 1024;
  await expect(new JournalPool(folder, testRandom).allocate()).rejects.toMatchObject({ kind: 'quota' });
  expect(folder.disk.room).toBe(3 * 1024 * 1024);
});

test('a full disk is detected by writing, and the reserve is not freed for it', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  const before = folder.disk.room;
  expect(await pool.hasRoom()).toBe(true);
  const reserve = before - folder.disk.room;
  expect(reserve).toBeGreaterThan(journalFileBytes);
  folder.disk.room = 1000;
  expect(await pool.hasRoom()).toBe(false);
  expect(folder.disk.room).toBe(1000);
  await appendToPool(pool, createTestRecord(1));
  folder.disk.room += 50 * 1024 * 1024;
  expect(await pool.hasRoom()).toBe(true);
});

test('a full file is followed by the next one, and reused only when no record in it is needed', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  const large = (n: number): NumberedRecord => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  for (let n = 1; n <= 8; n += 1) await appendToPool(pool, large(n));
  await expect(appendToPool(pool, large(9))).rejects.toMatchObject({ kind: 'quota' });
  await pool.append(
    [large(9)],
    false,
    ({ k }) => k !== 'gone',
    () => [createTestRecord(100)],
  );
  const records = await new JournalPool(folder, testRandom).open();
  expect(records.map(({ n }) => n).toSorted((x, y) => x - y)).toEqual([3, 4, 5, 6, 7, 8, 9, 100]);
});

test('records of another tab’s last file are copied to every new file, and returned on request', async () => {
  const folder = new MemoryFolder();
  const [writer, closedPool] = [new JournalPool(folder, testRandom), new JournalPool(folder, testRandom)];
  await writer.allocate();
  const journalOf = async (pool: JournalPool) => {
    const journal = { others: () => pool.others(), hasRoom: async () => true, prove: async () => undefined };
    const append = (records: readonly NumberedRecord[]) =>
      pool.append(
        records,
        false,
        () => false,
        (closed) => store.essence(closed),
      );
    const store = createJournalStore(await pool.open(), { ...journal, append });
    return store;
  };
  const [store, other] = [await journalOf(writer), await journalOf(closedPool)];
  const large = (key: number) => ({ table: 'sheets', key: 'large', row: { keptMs: key, sealed: 'x'.repeat(3 * 1024 * 1024) } });
  await other.keep([{ table: 'marks', key: 'a', row: { keptMs: 1 } }]);
  // Fill the file of `other`, whose tab is closed below. Another tab can then write this file only after restarting it from its beginning.
  await other.keep([large(1)]);
  await other.keep([large(2)]);
  for (const name of folder.heldBy) if (name.endsWith('-1')) folder.heldBy.delete(name);
  for (let n = 3; n <= 12; n += 1) await store.keep([large(n)]);
  await store.look();
  const marks = async (at: typeof store) => (await at.deviceRecords()).filter(({ table }) => table === 'marks');
  expect(await marks(store)).toHaveLength(1);
  folder.heldBy.clear();
  expect(await marks(await journalOf(new JournalPool(folder, testRandom)))).toHaveLength(1);
});

test('a tab that continues the file of a closed tab reads its records, and none of its own twice', async () => {
  const folder = new MemoryFolder();
  const [a, closedPool] = [new JournalPool(folder, testRandom), new JournalPool(folder, testRandom)];
  await a.allocate();
  await a.open();
  await closedPool.open();
  await appendToPool(closedPool, createTestRecord(1));
  folder.heldBy.delete('journal-1');
  const large = (n: number): NumberedRecord => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  for (let n = 2; n <= 4; n += 1) await appendToPool(a, large(n));
  expect(await a.others()).toEqual([createTestRecord(1)]);
  expect(await a.others()).toEqual([]);
});

test('a file with answers that this tab has not read is not reused before they are read', async () => {
  const folder = new MemoryFolder();
  const [a, closedPool] = [new JournalPool(folder, testRandom), new JournalPool(folder, testRandom)];
  await a.allocate();
  for (const name of ['journal-2', 'journal-3']) folder.files.delete(name);
  await a.open();
  await closedPool.open();
  const large = (n: number): NumberedRecord => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  await appendToPool(closedPool, { n: 1, r: { k: 'op', op: {} as OpRow } }, large(2));
  await appendToPool(closedPool, large(3));
  folder.heldBy.delete('journal-1');
  const append = (n: number) =>
    a.append(
      [large(n)],
      false,
      () => false,
      () => [],
    );
  await append(4);
  await append(5);
  await expect(append(6)).rejects.toMatchObject({ kind: 'quota' });
  expect(await a.others()).toHaveLength(3);
  await append(6);
});

test('a reused file is read from its beginning, even if it has grown beyond the last read position', async () => {
  const folder = new MemoryFolder();
  const [a, b] = [new JournalPool(folder, testRandom), new JournalPool(folder, testRandom)];
  await a.allocate();
  await a.open();
  await b.open();
  await appendToPool(a, createTestRecord(1));
  expect(await b.others()).toEqual([createTestRecord(1)]);
  const name = 'journal-0';
  folder.heldBy.delete(name);
  const handle = await folder.hold(name);
  const file = handle && JournalFrameFile.open(handle);
  file?.beginAnew();
  file?.append([createTestRecord(2), createTestRecord(3)]);
  expect(await b.others()).toEqual([createTestRecord(2), createTestRecord(3)]);
});

test('a deleted journal is created again with all its records', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  await appendToPool(pool, createTestRecord(1));
  await pool.prove(() => {
    throw new Error('it is there');
  });
  folder.files.clear();
  await pool.prove(() => [createTestRecord(1)]);
  await appendToPool(pool, createTestRecord(2));
  folder.heldBy.clear();
  expect(await new JournalPool(folder, testRandom).open()).toEqual([createTestRecord(1), createTestRecord(2)]);
});

test('a journal of many blocks is read back whole, including a frame across two blocks', () => {
  const file = createTestFile();
  const journal = opened(file);
  const large = (n: number): NumberedRecord => ({ n, r: { k: 'gone', attemptId: `${n}`.repeat(50_000) } });
  const records = Array.from({ length: 60 }, (_, n) => large(n + 10));
  for (const each of records) journal.append([each]);
  expect(opened(file).records).toEqual(records);
  expect(opened(file).room).toBe(journal.room);
});
