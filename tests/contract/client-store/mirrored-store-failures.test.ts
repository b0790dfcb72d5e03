import { expect, test, vi } from 'vitest';
import { createOpRow, streamId } from '../fixtures/client-store-rows.ts';
import { testClientStoreContract } from './client-store-contract.ts';
import { toOpDraft, createSealing, openSeededTab, MirroredDisk } from './mirrored-store-rig.ts';

testClientStoreContract('both replicas, written by the thread', () => createSealing(new MirroredDisk().tab('threaded').store));
testClientStoreContract('both replicas, written by the thread, the database refusing from the start', () => {
  const disk = new MirroredDisk();
  disk.refuses.database = true;
  return createSealing(disk.tab('threaded').store);
});
testClientStoreContract('both replicas, written by the thread, the journal refusing', () => {
  const disk = new MirroredDisk();
  disk.refuses.journal = true;
  return createSealing(disk.tab('threaded').store);
});
testClientStoreContract('both replicas, without a thread', () => createSealing(new MirroredDisk().tab().store));

test('SY3: a committed answer is in both replicas and was written once', async () => {
  const { disk, store } = await openSeededTab(2, 'threaded');
  const written = await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2');
  expect(written).toEqual({ op: createOpRow(3), outcome: 'committed' });
  expect(disk.writerThread.written).toBe(1);
  expect(disk.database.ops.get(streamId)).toHaveLength(3);
  expect(disk.readJournals().ops.get(streamId)).toEqual(disk.database.ops.get(streamId));
  expect(store.getReplicaState()).toBe('both');
});

test('SY25: the journal becomes the primary when the database fails, even if it lacks the last op', async () => {
  for (const held of [true, false]) {
    const { disk, store, doubts } = await openSeededTab(2, 'threaded');
    disk.refuses.database = true;
    disk.heldAtFault = held;
    expect((await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2')).outcome).toBe('committed');
    expect(store.getReplicaState()).toBe('journal');
    expect(doubts.told).toBeGreaterThan(0);
    expect((await store.sealAndAppend(toOpDraft(createOpRow(4)), 'h3')).outcome).toBe('committed');
    expect(disk.writerThread.written).toBe(1);
    expect(
      disk
        .readJournals()
        .ops.get(streamId)
        ?.map(({ seq }) => seq),
    ).toEqual([1, 2, 3, 4]);
    // The next start repairs the database replica.
    disk.refuses.database = false;
    expect(await disk.tab('threaded').store.ops(streamId, 1, 9)).toHaveLength(4);
  }
});

test('SY25: when the journal fails, the save status reports one replica, and a repair restores the other', async () => {
  const { disk, store } = await openSeededTab(2, 'threaded');
  disk.refuses.journal = true;
  expect((await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2')).outcome).toBe('committed');
  expect(store.getReplicaState()).toBe('database');
  expect((await store.sealAndAppend(toOpDraft(createOpRow(4)), 'h3')).outcome).toBe('committed');
  expect(disk.writerThread.written).toBe(1);
  disk.refuses.journal = false;
  // A repair that began while the journal still refused may be running, so try again until one succeeds.
  await expect.poll(() => store.repair()).toBe(true);
  expect((await store.sealAndAppend(toOpDraft(createOpRow(5)), 'h4')).outcome).toBe('committed');
  expect(disk.readJournals().ops.get(streamId)).toHaveLength(5);
});

test('SY25: on a full disk only the journal is written, and it becomes the primary', async () => {
  const { disk, store } = await openSeededTab(2, 'threaded');
  disk.full = true;
  expect((await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2')).outcome).toBe('committed');
  expect([store.getReplicaState(), disk.writerThread.written, disk.triedWhileFull]).toEqual(['journal', 0, 0]);
});

test('an op on an outdated head is answered "moved" and cuts nothing from the journal', async () => {
  const { disk, store } = await openSeededTab(2, 'threaded');
  expect((await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h1')).outcome).toBe('moved');
  expect(disk.readJournals().ops.get(streamId)).toHaveLength(2);
  expect((await store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2')).outcome).toBe('committed');
  expect(store.getReplicaState()).toBe('both');
});

test('a writer thread that never answers delays an answer but loses none', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
  try {
    const { disk, store } = await openSeededTab(2, 'threaded');
    disk.writerThread.answers = false;
    const writing = store.sealAndAppend(toOpDraft(createOpRow(3)), 'h2');
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await writing).outcome).toBe('committed');
    expect(disk.readJournals().ops.get(streamId)).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
