import { expect, test } from 'vitest';
import { JournalPool } from './journal-pool.ts';
import { chances, made, MemoryFolder, record, write } from './journal-rig.ts';

test('25.1: a journal that was deleted on a full disk is written again in the space of the reserve', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  await pool.hasRoom();
  await write(pool, record(1));
  folder.disk.room = 0;
  folder.files.clear();
  await pool.prove(() => [record(1)]);
  await write(pool, record(2));
  folder.heldBy.clear();
  expect(await new JournalPool(folder, chances).open()).toEqual([record(1), record(2)]);
});

test('25.1: a journal that was deleted is not proven by its open handle, and leaves no half file where it can not be written again', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  await write(pool, record(1));
  folder.disk.room = 1000;
  folder.files.clear();
  await write(pool, record(2));
  await expect(pool.prove(() => [record(1), record(2)])).rejects.toMatchObject({ kind: 'quota' });
  expect([folder.files.size, folder.disk.room]).toEqual([0, 1000]);
});

test('25.1: a file under the name of the journal that holds something else is no proof', async () => {
  const folder = new MemoryFolder();
  const pool = new JournalPool(folder, chances);
  await pool.allocate();
  await pool.open();
  await write(pool, record(1));
  folder.files.set('journal-0', made());
  folder.heldBy.clear();
  await pool.prove(() => [record(1)]);
  folder.heldBy.clear();
  expect(await new JournalPool(folder, chances).open()).toEqual([record(1)]);
});
