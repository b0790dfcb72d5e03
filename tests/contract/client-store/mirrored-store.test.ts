import { describe, expect, test } from 'vitest';
import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import {
  storedAttemptId,
  storedHandIn,
  createNews,
  createOpRow,
  secondStreamId as secondStream,
  streamId,
  createStreamRow,
} from '../fixtures/client-store-rows.ts';
import { testClientStoreContract } from './client-store-contract.ts';
import { openSeededTab, MirroredDisk } from './mirrored-store-rig.ts';

testClientStoreContract('both copies', () => new MirroredDisk().tab().store);
testClientStoreContract('both copies, the database refusing from the start', () => {
  const disk = new MirroredDisk();
  disk.refuses.database = true;
  return disk.tab().store;
});
testClientStoreContract('both copies, the journal refusing', () => {
  const disk = new MirroredDisk();
  disk.refuses.journal = true;
  return disk.tab().store;
});

const kinds = (records: readonly NumberedRecord[]) => records.map(({ r }) => r.k);

describe('SY25: two replicas', () => {
  test('a committed op is in both replicas, and the save status reports both', async () => {
    const { disk, store } = await openSeededTab(3);
    expect(store.getReplicaState()).toBe('both');
    expect(disk.database.ops.get(streamId)).toEqual(disk.readJournals().ops.get(streamId));
  });

  test('an empty database is rebuilt at the next start, including hand-in and clock checkpoint', async () => {
    const { disk, store } = await openSeededTab(2);
    await store.saveClockCheckpoint(storedAttemptId, {
      wallMs: 1,
      monoMs: 2,
      documentId: 'd',
      elapsedMs: 3,
      sureMs: 3,
      waitedMs: 0,
      claimedMs: 0,
      flagged: false,
    });
    await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
    const before = disk.database;
    disk.database = createEmptyDisk();
    const again = disk.tab();
    expect(await again.store.sitting(storedAttemptId)).toMatchObject({ handIn: storedHandIn, lamport: 3 });
    expect(disk.database.ops).toEqual(before.ops);
    expect(disk.database.clocks).toEqual(before.clocks);
    expect(await again.store.append(createOpRow(4), 'h3')).toBe('closed');
    expect((await again.store.undelivered()).map((row) => row.headSeq)).toEqual([3]);
  });

  test('a database that lost its last ops, or one in the middle, gets them back', async () => {
    const { disk } = await openSeededTab(4);
    disk.database.ops.set(streamId, [createOpRow(1), createOpRow(2)]);
    disk.database.streams.set(streamId, createStreamRow({ headSeq: 2, headHash: 'h2' }));
    expect(await disk.tab().store.ops(streamId, 1, 9)).toHaveLength(4);
    disk.database.ops.set(streamId, [createOpRow(1), createOpRow(3), createOpRow(4)]);
    const { store } = disk.tab();
    expect((await store.ops(streamId, 1, 9)).map((op) => op.seq)).toEqual([1, 2, 3, 4]);
    expect(await store.append(createOpRow(5), 'h4')).toBe('committed');
  });

  test('a journal that is missing or lost its tail is rewritten from the database', async () => {
    const { disk, own } = await openSeededTab(3);
    own.pop();
    await disk.tab().store.sittings();
    expect(disk.readJournals().ops.get(streamId)).toHaveLength(3);
    disk.journals = [];
    await disk.tab().store.sittings();
    expect(disk.readJournals().ops.get(streamId)).toHaveLength(3);
    expect(disk.readJournals().streams.get(streamId)).toMatchObject({ wrappedForSelf: 'wo', headSeq: 3 });
  });

  test('if the database refuses an op, the journal becomes the primary until the next start, and each op announces it', async () => {
    const { disk, store, doubts } = await openSeededTab(2);
    disk.refuses.database = true;
    expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
    expect(store.getReplicaState()).toBe('journal');
    expect(await store.append(createOpRow(4), 'h3')).toBe('committed');
    expect(await store.append(createOpRow(4), 'h3')).toBe('moved');
    // The failure is announced with each op, because a tab that was opened later has not received the earlier messages.
    expect(doubts.told).toBe(3);
    expect((await store.undelivered()).map((row) => row.headSeq)).toEqual([4]);
    // The database accepts writes again but is not trusted, because its content may be damaged.
    disk.refuses.database = false;
    expect(await store.append(createOpRow(5), 'h4')).toBe('committed');
    expect(store.getReplicaState()).toBe('journal');
    disk.database = createEmptyDisk();
    expect(await disk.tab().store.ops(streamId, 1, 9)).toHaveLength(5);
  });

  test('if the journal refuses, the save status reports the database alone; a repair restores both', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.refuses.journal = true;
    expect(await store.append(createOpRow(2), 'h1')).toBe('committed');
    expect(store.getReplicaState()).toBe('database');
    disk.refuses.journal = false;
    expect(await store.repair()).toBe(true);
    expect(store.getReplicaState()).toBe('both');
    expect(disk.readJournals().ops.get(streamId)).toHaveLength(2);
  });

  test('if both replicas refuse an op, the append fails, and later ops are saved as "doubtful"', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.refuses = { database: true, journal: true };
    await expect(store.append(createOpRow(2), 'h1')).rejects.toBeInstanceOf(StorageFault);
    disk.refuses.database = false;
    const after = new MirroredDisk();
    after.refuses.journal = true;
    const alone = await openSeededTab(1, undefined, after);
    after.refuses.database = true;
    await expect(alone.store.append(createOpRow(2), 'h1')).rejects.toBeInstanceOf(StorageFault);
    after.refuses.database = false;
    expect(await alone.store.append(createOpRow(2), 'h1')).toBe('committed');
    expect(alone.store.getReplicaState()).toBe('doubtful');
  });

  test('on a full disk the database is not written; when space returns, it gets the missing ops', async () => {
    const { disk, store, doubts } = await openSeededTab(2);
    disk.full = true;
    expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
    expect(await store.append(createOpRow(4), 'h3')).toBe('committed');
    await store.acknowledge(streamId, { seq: 4, hash: 'h4' }, 'e1');
    expect(disk.database.ops.get(streamId)).toHaveLength(2);
    expect([store.getReplicaState(), doubts.told]).toEqual(['journal', 1]);
    expect((await store.stream(streamId))?.ackedSeq).toBe(4);
    disk.full = false;
    expect(await store.append(createOpRow(5), 'h4')).toBe('committed');
    expect(store.getReplicaState()).toBe('both');
    expect(disk.database.ops.get(streamId)).toHaveLength(5);
    expect(disk.readJournals().ops.get(streamId)).toHaveLength(5);
  });

  test('a journal deleted with the database is rewritten from memory; if that fails, the status is "doubtful"', async () => {
    const { disk, store } = await openSeededTab(2);
    disk.refuses.database = true;
    disk.thrownAway = true;
    disk.journals[0]?.splice(0);
    expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
    expect(store.getReplicaState()).toBe('journal');
    disk.database = createEmptyDisk();
    disk.refuses.database = false;
    expect(await disk.tab().store.ops(streamId, 1, 9)).toHaveLength(3);

    const worse = new MirroredDisk();
    const tab = await openSeededTab(2, undefined, worse);
    worse.refuses = { database: true, journal: true };
    worse.thrownAway = true;
    await expect(tab.store.append(createOpRow(3), 'h2')).rejects.toBeInstanceOf(StorageFault);
    expect(tab.store.getReplicaState()).toBe('doubtful');
    worse.refuses.journal = false;
    expect(await tab.store.append(createOpRow(3), 'h2')).toBe('committed');
    expect(tab.store.getReplicaState()).toBe('journal');
    expect(worse.readJournals().ops.get(streamId)).toHaveLength(3);
  });

  test('SY1: an op that the database refuses is cut from the journal, and the stream stays one chain', async () => {
    const { disk, store, own } = await openSeededTab(1);
    await store.addStream(createStreamRow({ streamId: secondStream }));
    expect(await store.append(createOpRow(1, { streamId: secondStream, lamport: 5 }), 'h0')).toBe('committed');
    expect(await store.append(createOpRow(2, { hash: 'refused' }), 'h1')).toBe('moved');
    expect(await store.append(createOpRow(2, { lamport: 6 }), 'h1')).toBe('committed');
    expect(store.getReplicaState()).toBe('both');
    expect(kinds(own).slice(-3)).toEqual(['op', 'cut', 'op']);
    disk.database = createEmptyDisk();
    expect((await disk.tab().store.ops(streamId, 1, 9)).map((op) => op.hash)).toEqual(['h1', 'h2']);
  });

  test('SY1: if the browser is killed before that cut, the database’s different chain replaces the journal’s', async () => {
    const { disk, own } = await openSeededTab(1);
    own.push({ n: 99, r: { k: 'op', op: createOpRow(2, { hash: 'phantom' }) } });
    disk.database.ops.set(streamId, [createOpRow(1), createOpRow(2), createOpRow(3)]);
    disk.database.streams.set(streamId, createStreamRow({ headSeq: 3, headHash: 'h3' }));
    const { store } = disk.tab();
    expect((await store.ops(streamId, 1, 9)).map((op) => op.hash)).toEqual(['h1', 'h2', 'h3']);
    disk.database = createEmptyDisk();
    expect((await disk.tab().store.ops(streamId, 1, 9)).map((op) => op.hash)).toEqual(['h1', 'h2', 'h3']);
  });

  test('SY22: a lifted hand-in does not come back from the other replica', async () => {
    const { disk, store } = await openSeededTab(2);
    await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
    const journals = structuredClone(disk.journals);
    await store.noteNews(storedAttemptId, createNews(2, { reopened: [{ streamId, seq: 3 }] }), 'e1');
    disk.journals = journals;
    expect((await disk.tab().store.sitting(storedAttemptId))?.handIn).toBeNull();
  });

  test('SY8: an attempt archived only in the database is copied to the journal, and its new op is undelivered', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.refuses.journal = true;
    expect(await store.append(createOpRow(2), 'h1')).toBe('committed');
    await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e1');
    await store.archive(storedAttemptId, 5);
    disk.refuses = { database: true, journal: false };
    await store.handleReplicaFailure('failed');
    expect(await store.append(createOpRow(3), 'h2')).toBe('committed');
    expect(store.getReplicaState()).toBe('journal');
    disk.refuses.database = false;
    const again = disk.tab();
    expect((await again.store.undelivered()).map((row) => row.headSeq)).toEqual([3]);
    expect(disk.database.ops.get(streamId)).toHaveLength(3);
  });

  test('SY25: ops that the journal alone took and delivered reach the database when space returns', async () => {
    const { disk, store } = await openSeededTab(2);
    await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
    await store.acknowledge(streamId, { seq: 3, hash: 'h3' }, 'e1');
    await store.archive(storedAttemptId, 5);
    disk.full = true;
    await store.noteNews(storedAttemptId, createNews(1, { reopened: [{ streamId, seq: 3 }] }), 'e1');
    expect(await store.append(createOpRow(4), 'h3')).toBe('committed');
    await store.acknowledge(streamId, { seq: 4, hash: 'h4' }, 'e1');
    await store.archive(storedAttemptId, 6);
    expect(disk.database.ops.get(streamId)).toHaveLength(3);
    disk.full = false;
    await disk.tab().store.sittings();
    expect(disk.database.ops.get(streamId)).toHaveLength(4);
  });

  test('SY25: a PC that wakes up with overdue timers still waits for the replicas’ replies', async () => {
    const { disk, store, doubts } = await openSeededTab(1);
    const database = Promise.withResolvers<void>();
    disk.ready = database.promise;
    const due: (() => void)[] = [];
    disk.timers.sleep = () => new Promise((resolve) => due.push(resolve));
    const written = store.append(createOpRow(2), 'h1');
    await expect.poll(() => due.length).toBe(1);
    // The overdue timer ends only the first part of the wait. Wait until the next part has begun.
    due.splice(0).forEach((wake) => wake());
    await expect.poll(() => due.length).toBe(1);
    database.resolve();
    expect(await written).toBe('committed');
    expect([store.getReplicaState(), doubts.told]).toEqual(['both', 0]);
  });

  test('SY25: a start on a full disk continues from the journal and writes nothing to the database', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.full = true;
    expect(await store.append(createOpRow(2), 'h1')).toBe('committed');
    const again = disk.tab();
    expect(await again.store.ops(streamId, 1, 9)).toHaveLength(2);
    expect(again.store.getReplicaState()).toBe('journal');
    await again.store.addStream(createStreamRow({ streamId: secondStream }));
    // The op must build on the journal, which already holds lamport 2.
    expect(await again.store.append(createOpRow(1, { streamId: secondStream, lamport: 2 }), 'h0')).toBe('moved');
    expect(await again.store.append(createOpRow(1, { streamId: secondStream, lamport: 3 }), 'h0')).toBe('committed');
    expect(disk.database.ops.get(streamId)).toHaveLength(1);
    disk.full = false;
    expect(await again.store.append(createOpRow(2, { streamId: secondStream, lamport: 4 }), 'h1')).toBe('committed');
    expect(again.store.getReplicaState()).toBe('both');
    expect([streamId, secondStream].map((id) => disk.database.ops.get(id)?.length)).toEqual([2, 2]);
  });
});
