import { expect, test } from 'vitest';
import type { Numbered } from '../../sync/engine/journal-records.ts';
import type { OpRow } from '../../sync/engine/ports.ts';
import { createJournalStore } from '../../sync/engine/journal-store.ts';
import { allocate, type BlockFile, journalBytes, JournalFile } from './journal-file.ts';
import { JournalPool } from './journal-pool.ts';
import { chances, filler, made, MemoryFile, MemoryFolder, record, write } from './journal-rig.ts';

const opened = (file: BlockFile): JournalFile => {
  const journal = JournalFile.open(file);
  if (!journal) throw new Error('no journal');
  return journal;
};

test('SY25: a journal takes its room when it is made and none when it is written, and every frame is flushed', () => {
  const file = made();
  file.disk.room = 0;
  const journal = opened(file);
  const before = file.flushes;
  journal.append([record(1), record(2)]);
  journal.append([record(3)]);
  expect([file.getSize(), file.flushes - before]).toEqual([journalBytes, 2]);
  expect(opened(file).records).toEqual([record(1), record(2), record(3)]);
});

test('a file that was not written to its end is no journal', () => {
  const file = new MemoryFile({ room: journalBytes - 1 });
  expect(() => allocate(file, filler, 7)).toThrow();
  expect(JournalFile.open(file)).toBeUndefined();
});

test('what is torn ends the journal, and is written over', () => {
  const file = made();
  const journal = opened(file);
  journal.append([record(1)]);
  const end = journalBytes - journal.room;
  journal.append([record(2)]);
  file.bytes[end + 12] = (file.bytes[end + 12] ?? 0) ^ 1;
  const again = opened(file);
  expect(again.records).toEqual([record(1)]);
  again.append([record(3)]);
  expect(opened(file).records).toEqual([record(1), record(3)]);
});

test('nothing of an earlier use passes for a frame of this one', () => {
  const file = made();
  const journal = opened(file);
  for (let n = 1; n <= 5; n += 1) journal.append([record(n)]);
  journal.beginAnew();
  expect(opened(file).records).toEqual([]);
  journal.append([record(6)]);
  expect(opened(file).records).toEqual([record(6)]);
});

test('a frame that does not fit is refused whole', () => {
  const journal = opened(made());
  const large: Numbered = { n: 1, r: { k: 'gone', attemptId: 'x'.repeat(journalBytes) } };
  expect(() => journal.append([large])).toThrow(/full/);
  expect(journal.records).toEqual([]);
});

test('each tab writes a file of its own and reads what the others write', async () => {
  const folder = new MemoryFolder();
  const [a, b] = [new JournalPool(folder, chances), new JournalPool(folder, chances)];
  expect(await a.open()).toEqual([]);
  expect(a.isHeld).toBe(false);
  await expect(write(a, record(1))).rejects.toThrow(/no journal/);
  await a.allocate();
  await a.open();
  await b.open();
  await write(a, record(1));
  await write(b, record(2));
  expect([await a.others(), await b.others()]).toEqual([[record(2)], [record(1)]]);
  expect(await a.others()).toEqual([]);
  const c = new JournalPool(folder, chances);
  expect((await c.open()).map(({ n }) => n).toSorted((x, y) => x - y)).toEqual([1, 2]);
});

test('a pool that finds no room gives back what it took, and says so', async () => {
  const folder = new MemoryFolder();
  folder.disk.room = 3 * 1024 * 1024;
  await expect(new JournalPool(folder, chances).allocate()).rejects.toMatchObject({ kind: 'quota' });
  expect(folder.disk.room).toBe(3 * 1024 * 1024);
});

test('25.1: a full disk is found by writing, and the reserve is not given back to it', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  const before = folder.disk.room;
  expect(await pool.hasRoom()).toBe(true);
  const reserve = before - folder.disk.room;
  expect(reserve).toBeGreaterThan(journalBytes);
  folder.disk.room = 1000;
  expect(await pool.hasRoom()).toBe(false);
  expect(folder.disk.room).toBe(1000);
  await write(pool, record(1));
  folder.disk.room += 50 * 1024 * 1024;
  expect(await pool.hasRoom()).toBe(true);
});

test('a full file gives way to the next; one is begun anew only when nothing in it is needed', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  const large = (n: number): Numbered => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  for (let n = 1; n <= 8; n += 1) await write(pool, large(n));
  await expect(write(pool, large(9))).rejects.toMatchObject({ kind: 'quota' });
  await pool.append(
    [large(9)],
    false,
    ({ k }) => k !== 'gone',
    () => [record(100)],
  );
  const again = await new JournalPool(folder, chances).open();
  expect(again.map(({ n }) => n).toSorted((x, y) => x - y)).toEqual([3, 4, 5, 6, 7, 8, 9, 100]);
});

test('rows that another tab told of in its last file are in every file that is begun anew, and are told to who asks', async () => {
  const folder = new MemoryFolder();
  const [writer, gone] = [new JournalPool(folder, chances), new JournalPool(folder, chances)];
  await writer.allocate();
  const journalOf = async (pool: JournalPool) => {
    const journal = { others: () => pool.others(), hasRoom: async () => true, prove: async () => undefined };
    const append = (records: readonly Numbered[]) =>
      pool.append(
        records,
        false,
        () => false,
        (closed) => store.essence(closed),
      );
    const store = createJournalStore(await pool.open(), { ...journal, append });
    return store;
  };
  const [store, other] = [await journalOf(writer), await journalOf(gone)];
  const large = (key: number) => ({ table: 'sheets', key: 'large', row: { keptMs: key, sealed: 'x'.repeat(3 * 1024 * 1024) } });
  await other.keep([{ table: 'marks', key: 'a', row: { keptMs: 1 } }]);
  // Fill the file that this store is about to leave, so that it can only be written again after a restart from its beginning.
  await other.keep([large(1)]);
  await other.keep([large(2)]);
  for (const name of folder.heldBy) if (name.endsWith('-1')) folder.heldBy.delete(name);
  for (let n = 3; n <= 12; n += 1) await store.keep([large(n)]);
  await store.look();
  const marks = async (at: typeof store) => (await at.keepsakes()).filter(({ table }) => table === 'marks');
  expect(await marks(store)).toHaveLength(1);
  folder.heldBy.clear();
  expect(await marks(await journalOf(new JournalPool(folder, chances)))).toHaveLength(1);
});

test('who goes on in a file of a tab that is gone is told what stands there, and of its own former file nothing twice', async () => {
  const folder = new MemoryFolder();
  const [a, gone] = [new JournalPool(folder, chances), new JournalPool(folder, chances)];
  await a.allocate();
  await a.open();
  await gone.open();
  await write(gone, record(1));
  folder.heldBy.delete('journal-1');
  const large = (n: number): Numbered => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  for (let n = 2; n <= 4; n += 1) await write(a, large(n));
  expect(await a.others()).toEqual([record(1)]);
  expect(await a.others()).toEqual([]);
});

test('a file with answers that this tab has not read is not begun anew before it has', async () => {
  const folder = new MemoryFolder();
  const [a, gone] = [new JournalPool(folder, chances), new JournalPool(folder, chances)];
  await a.allocate();
  for (const name of ['journal-2', 'journal-3']) folder.files.delete(name);
  await a.open();
  await gone.open();
  const large = (n: number): Numbered => ({ n, r: { k: 'gone', attemptId: 'x'.repeat(3 * 1024 * 1024) } });
  await write(gone, { n: 1, r: { k: 'op', op: {} as OpRow } }, large(2));
  await write(gone, large(3));
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

test('a file begun anew is read from its beginning, also where it has grown beyond what was read of it', async () => {
  const folder = new MemoryFolder();
  const [a, b] = [new JournalPool(folder, chances), new JournalPool(folder, chances)];
  await a.allocate();
  await a.open();
  await b.open();
  await write(a, record(1));
  expect(await b.others()).toEqual([record(1)]);
  const name = 'journal-0';
  folder.heldBy.delete(name);
  const held = await folder.hold(name);
  const file = held && JournalFile.open(held);
  file?.beginAnew();
  file?.append([record(2), record(3)]);
  expect(await b.others()).toEqual([record(2), record(3)]);
});

test('a journal thrown away is made again with everything it held', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  await write(pool, record(1));
  await pool.prove(() => {
    throw new Error('it is there');
  });
  folder.files.clear();
  await pool.prove(() => [record(1)]);
  await write(pool, record(2));
  folder.heldBy.clear();
  expect(await new JournalPool(folder, chances).open()).toEqual([record(1), record(2)]);
});
