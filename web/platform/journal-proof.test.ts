import { expect, test } from 'vitest';
import { JournalPool } from './journal/journal-pool.ts';
import { testRandom, createTestFile, MemoryFolder, createTestRecord, appendToPool } from './journal/journal-rig.ts';

test('a journal deleted on a full disk is written again in the space of the reserve', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  await pool.hasRoom();
  await appendToPool(pool, createTestRecord(1));
  folder.disk.room = 0;
  folder.files.clear();
  await pool.prove(() => [createTestRecord(1)]);
  await appendToPool(pool, createTestRecord(2));
  folder.heldBy.clear();
  expect(await new JournalPool(folder, testRandom).open()).toEqual([createTestRecord(1), createTestRecord(2)]);
});

test('an open handle does not prove a deleted journal, and a failed rewrite leaves no partial file', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  await appendToPool(pool, createTestRecord(1));
  folder.disk.room = 1000;
  folder.files.clear();
  await appendToPool(pool, createTestRecord(2));
  await expect(pool.prove(() => [createTestRecord(1), createTestRecord(2)])).rejects.toMatchObject({ kind: 'quota' });
  expect([folder.files.size, folder.disk.room]).toEqual([0, 1000]);
});

test('a foreign file under the journal’s name is no proof, and is replaced', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, testRandom);
  await pool.allocate();
  await pool.open();
  await appendToPool(pool, createTestRecord(1));
  folder.files.set('journal-0', createTestFile());
  folder.heldBy.clear();
  await pool.prove(() => [createTestRecord(1)]);
  folder.heldBy.clear();
  expect(await new JournalPool(folder, testRandom).open()).toEqual([createTestRecord(1)]);
});
