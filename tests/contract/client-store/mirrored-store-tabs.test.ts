import { describe, expect, test } from 'vitest';
import { StorageFault } from '../../../sync/engine/ports.ts';
import {
  storedAttemptId,
  storedHandIn,
  createNews,
  createOpRow,
  secondStreamId as secondStream,
  createSittingRow,
  streamId,
  createStreamRow,
} from '../fixtures/client-store-rows.ts';
import { openSeededTab } from './mirrored-store-rig.ts';

describe('SY25: two replicas, several tabs', () => {
  test('after a database failure every tab sees the others’ ops, and one hand-in closes the attempt for all tabs', async () => {
    const { disk, ...a } = await openSeededTab(1);
    const b = disk.tab();
    await b.store.addStream(createStreamRow({ streamId: secondStream }));
    disk.refuses.database = true;
    expect(await a.store.append(createOpRow(2), 'h1')).toBe('committed');
    await b.store.handleReplicaFailure('failed');
    expect(await b.store.append(createOpRow(1, { streamId: secondStream, lamport: 9 }), 'h0')).toBe('committed');
    const heads = (await a.store.streamsOf(storedAttemptId)).map((row) => ({
      streamId: row.streamId,
      seq: row.headSeq,
      hash: row.headHash,
    }));
    expect(heads).toHaveLength(2);
    expect(await a.store.appendHandIn(createOpRow(3, { lamport: 10 }), 'h2', heads, storedHandIn)).toBe('committed');
    expect(await b.store.sitting(storedAttemptId)).toMatchObject({ handIn: storedHandIn });
    expect(await b.store.append(createOpRow(2, { streamId: secondStream, lamport: 11 }), 'h1')).toBe('closed');
  });

  test('SY5: after a database failure two tabs never use the same lamport', async () => {
    const { disk, ...a } = await openSeededTab(1);
    const b = disk.tab();
    await b.store.addStream(createStreamRow({ streamId: secondStream }));
    disk.refuses.database = true;
    expect(await a.store.append(createOpRow(2, { lamport: 2 }), 'h1')).toBe('committed');
    disk.refuses.database = false;
    await b.store.handleReplicaFailure('failed');
    // Tab B has not read the journal file of tab A since A wrote, so B's append must read the file before it compares lamports.
    expect(await b.store.append(createOpRow(1, { streamId: secondStream, lamport: 2 }), 'h0')).toBe('moved');
    expect(await b.store.append(createOpRow(1, { streamId: secondStream, lamport: 3 }), 'h0')).toBe('committed');
    expect(await a.store.append(createOpRow(3, { lamport: 3 }), 'h2')).toBe('moved');
  });

  test('SY5: after a database failure two tabs that write at the same moment never use the same lamport', async () => {
    const { disk, ...a } = await openSeededTab(1);
    const b = disk.tab();
    await b.store.addStream(createStreamRow({ streamId: secondStream }));
    await Promise.all([a.store.handleReplicaFailure('failed'), b.store.handleReplicaFailure('failed')]);
    const outcomes = await Promise.all([
      a.store.append(createOpRow(2, { lamport: 2 }), 'h1'),
      b.store.append(createOpRow(1, { streamId: secondStream, lamport: 2 }), 'h0'),
    ]);
    expect(outcomes.toSorted()).toEqual(['committed', 'moved']);
  });

  test('SY5: if the journal fails after the database, the database first gets the ops it missed', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.refuses.database = true;
    for (const seq of [2, 3]) expect(await store.append(createOpRow(seq), `h${seq - 1}`)).toBe('committed');
    disk.refuses = { database: false, journal: true };
    expect(await store.append(createOpRow(4), 'h3')).toBe('committed');
    expect(disk.database.ops.get(streamId)).toHaveLength(4);
    expect(store.getReplicaState()).toBe('doubtful');
  });

  test('SY25: if both replicas have failed, the database is not written on a full disk', async () => {
    const { disk, store } = await openSeededTab(1);
    disk.refuses.database = true;
    await store.append(createOpRow(2), 'h1');
    disk.refuses = { database: false, journal: true };
    disk.full = true;
    await expect(store.append(createOpRow(3), 'h2')).rejects.toThrow(StorageFault);
    expect(disk.triedWhileFull).toBe(0);
  });

  test('SY5, SY22: an archived attempt that only the database has continues in the journal', async () => {
    for (const how of ['full', 'doubt'] as const) {
      const { disk, store } = await openSeededTab(2);
      await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
      await store.acknowledge(streamId, { seq: 3, hash: 'h3' }, 'e1');
      await store.archive(storedAttemptId, 5);
      disk.journals = [];
      disk.full = how === 'full';
      const again = disk.tab();
      if (how === 'doubt') await again.store.handleReplicaFailure('failed');
      // Entering the exam again must not overwrite the stored hand-in and lamport.
      await again.store.saveSitting(createSittingRow());
      expect(await again.store.sitting(storedAttemptId)).toMatchObject({ lamport: 3, handIn: storedHandIn });
      await again.store.noteNews(storedAttemptId, createNews(1, { reopened: [{ streamId, seq: 3 }] }), 'e1');
      expect((await again.store.streamsOf(storedAttemptId)).map((row) => row.headSeq)).toEqual([3]);
      expect(await again.store.append(createOpRow(4), 'h3')).toBe('committed');
      expect(again.store.getReplicaState()).toBe('journal');
    }
  });

  test('SY5: a journal rewritten from the database contains the lamport', async () => {
    const { disk, store } = await openSeededTab(2);
    await store.noteNews(storedAttemptId, createNews(1, { lamport: 9 }), 'e1');
    disk.journals = [];
    await disk.tab().store.sittings();
    expect(disk.readJournals().sittings.get(storedAttemptId)?.lamport).toBe(9);
  });
});
