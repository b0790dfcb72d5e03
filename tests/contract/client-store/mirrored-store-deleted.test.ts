import { expect, test } from 'vitest';
import { createOpRow, streamId } from '../fixtures/client-store-rows.ts';
import { openSeededTab } from './mirrored-store-rig.ts';

test('deleting the journal on a full disk withdraws "saved" before anything more is written', async () => {
  const { disk, store, doubts } = await openSeededTab(2);
  disk.full = true;
  expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
  expect([store.getReplicaState(), doubts.told]).toEqual(['journal', 1]);
  disk.deleteAll();
  disk.refuses.journal = true;
  await store.handleReplicaFailure('full');
  expect([store.getReplicaState(), doubts.told]).toEqual(['doubtful', 2]);
  // The ops are still in memory, so they can be exported and pushed.
  expect(await store.ops(streamId, 1, 9)).toHaveLength(3);
});

test('a deleted database and journal are written again from memory when the disk has space', async () => {
  const { disk, store } = await openSeededTab(2);
  disk.full = true;
  expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
  disk.deleteAll();
  disk.refuses.journal = true;
  await store.handleReplicaFailure('full');
  disk.full = false;
  disk.refuses.journal = false;
  await store.handleReplicaFailure('full');
  expect(store.getReplicaState()).toBe('both');
  expect([disk.database.ops.get(streamId)?.length, disk.readJournals().ops.get(streamId)?.length]).toEqual([3, 3]);
});

test('if only the database can be written again, the save status reports one replica, not two', async () => {
  const { disk, store } = await openSeededTab(2);
  disk.full = true;
  expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
  disk.deleteAll();
  disk.refuses.journal = true;
  disk.full = false;
  await store.handleReplicaFailure('full');
  expect([store.getReplicaState(), disk.database.ops.get(streamId)?.length]).toEqual(['database', 3]);
  disk.refuses.journal = false;
  expect(await store.repair()).toBe(true);
  expect([store.getReplicaState(), disk.readJournals().ops.get(streamId)?.length]).toEqual(['both', 3]);
});

test('two replicas deleted on a disk with space are written again when the page hears of the deletion', async () => {
  const { disk, store } = await openSeededTab(2);
  disk.deleteAll();
  await store.handleReplicaFailure('full');
  expect(await store.repair()).toBe(true);
  expect(store.getReplicaState()).toBe('both');
  expect([disk.database.ops.get(streamId)?.length, disk.readJournals().ops.get(streamId)?.length]).toEqual([2, 2]);
});

test('on a full disk with non-persistent storage, "saved" is withdrawn until there is space again', async () => {
  const { disk, store, doubts } = await openSeededTab(2);
  disk.isPersistent = false;
  expect(store.getReplicaState()).toBe('both');
  disk.full = true;
  expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
  expect([store.getReplicaState(), doubts.told]).toEqual(['doubtful', 1]);
  disk.full = false;
  await store.handleReplicaFailure('full');
  expect([store.getReplicaState(), disk.database.ops.get(streamId)?.length]).toEqual(['both', 3]);
});

test('a repair that finds the disk full also checks whether the storage is persistent', async () => {
  const { disk, store } = await openSeededTab(2);
  disk.isPersistent = false;
  disk.full = true;
  await store.repair();
  expect(store.getReplicaState()).toBe('doubtful');
});
