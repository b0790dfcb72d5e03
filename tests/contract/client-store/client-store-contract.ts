import { beforeEach, describe, expect, test } from 'vitest';
import type { ClientStore, HandInRow } from '../../../sync/engine/ports.ts';
import {
  attemptId,
  documentId,
  handIn,
  newsOf,
  opRow,
  other,
  second,
  sittingRow,
  streamId,
  streamRow,
} from '../fixtures/client-store-rows.ts';

/**
 * Tests what the engine requires of every client store. A store that behaves differently would not be covered by the simulation's
 * results.
 */

export function clientStoreContract(name: string, open: () => Promise<ClientStore> | ClientStore): void {
  describe(`client store contract: ${name}`, () => {
    let store: ClientStore;
    const seeded = async (ops: number): Promise<void> => {
      await store.saveSitting(sittingRow());
      await store.addStream(streamRow());
      for (let seq = 1; seq <= ops; seq += 1) expect(await store.append(opRow(seq), `h${seq - 1}`)).toBe('committed');
    };
    beforeEach(async () => {
      store = await open();
    });

    test('an empty store knows nothing and says so', async () => {
      expect(await store.sitting(attemptId)).toBeUndefined();
      expect(await store.stream(streamId)).toBeUndefined();
      expect(await store.clockCheckpoint(attemptId)).toBeUndefined();
      expect(await Promise.all([store.sittings(), store.streamsOf(attemptId), store.undelivered(), store.ops(streamId, 1, 9)])).toEqual([
        [],
        [],
        [],
        [],
      ]);
    });

    test('SY1: an op moves its stream head and the lamport, and is read back as written', async () => {
      await seeded(3);
      expect(await store.stream(streamId)).toEqual(streamRow({ headSeq: 3, headHash: 'h3' }));
      expect((await store.sitting(attemptId))?.lamport).toBe(3);
      expect(await store.ops(streamId, 2, 100)).toEqual([opRow(2), opRow(3)]);
      expect(await store.ops(streamId, 1, 2)).toEqual([opRow(1), opRow(2)]);
      expect(await store.ops(streamId, 4, 2)).toEqual([]);
    });

    test('SY1: an op that does not follow the head is built again, and nothing of it stays', async () => {
      await seeded(2);
      expect(await store.append(opRow(3), 'h1')).toBe('moved');
      expect(await store.append(opRow(4), 'h2')).toBe('moved');
      expect(await store.append(opRow(2), 'h2')).toBe('moved');
      expect(await store.ops(streamId, 1, 100)).toHaveLength(2);
      expect((await store.stream(streamId))?.headSeq).toBe(2);
    });

    test('SY1: of two writers of the same seq exactly one is committed', async () => {
      await seeded(1);
      const outcomes = await Promise.all([store.append(opRow(2, { hash: 'a' }), 'h1'), store.append(opRow(2, { hash: 'b' }), 'h1')]);
      expect(outcomes.toSorted()).toEqual(['committed', 'moved']);
      expect(await store.ops(streamId, 2, 9)).toHaveLength(1);
    });

    test('SY5: the lamport must exceed everything the device has seen, other streams included', async () => {
      await seeded(2);
      await store.addStream(streamRow({ streamId: second }));
      expect(await store.append(opRow(1, { streamId: second, lamport: 2 }), 'h0')).toBe('moved');
      expect(await store.append(opRow(1, { streamId: second, lamport: 7 }), 'h0')).toBe('committed');
      expect(await store.append(opRow(3, { lamport: 7 }), 'h2')).toBe('moved');
      expect(await store.append(opRow(3, { lamport: 8 }), 'h2')).toBe('committed');
    });

    test('an op of a stream or a sitting this device does not have is a bug, not a result', async () => {
      await expect(store.append(opRow(1), 'h0')).rejects.toThrow();
      await store.addStream(streamRow());
      await expect(store.append(opRow(1), 'h0')).rejects.toThrow();
      expect(await store.ops(streamId, 1, 9)).toEqual([]);
    });

    test('a stream is added once', async () => {
      await seeded(1);
      await expect(store.addStream(streamRow({ wrappedForSelf: 'else' }))).rejects.toThrow();
      expect((await store.stream(streamId))?.headSeq).toBe(1);
    });

    test('SY14: the hand-in closes the attempt in the transaction that writes it, for every tab', async () => {
      await seeded(2);
      const heads = [{ streamId, seq: 2, hash: 'h2' }];
      expect(await store.appendHandIn(opRow(3, { type: 'attempt.handIn@1' }), 'h2', heads, handIn)).toBe('committed');
      expect((await store.sitting(attemptId))?.handIn).toEqual(handIn);
      expect(await store.append(opRow(4), 'h3')).toBe('closed');
      expect(await store.appendHandIn(opRow(4), 'h3', [{ streamId, seq: 3, hash: 'h3' }], handIn)).toBe('closed');
      expect(await store.ops(streamId, 1, 9)).toHaveLength(3);
    });

    test('SY14: a head that moved since the manifest was made refuses the hand-in', async () => {
      await seeded(2);
      await store.addStream(streamRow({ streamId: second }));
      expect(await store.append(opRow(1, { streamId: second, lamport: 3 }), 'h0')).toBe('committed');
      const op = opRow(3, { type: 'attempt.handIn@1', lamport: 4 });
      const own = { streamId, seq: 2, hash: 'h2' };
      const peer = { streamId: second, seq: 1, hash: 'h1' };
      expect(await store.appendHandIn(op, 'h2', [own], handIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, { ...peer, hash: 'x' }], handIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, { ...peer, seq: 2 }], handIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, peer, { streamId: documentId, seq: 1, hash: 'h1' }], handIn)).toBe('moved');
      expect((await store.sitting(attemptId))?.handIn).toBeNull();
      expect(await store.appendHandIn(op, 'h2', [peer, own], handIn)).toBe('committed');
    });

    test('SY22: a reopened attempt takes answers again, and its receipt is superseded', async () => {
      await seeded(2);
      await store.appendHandIn(opRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], handIn);
      await store.archive(attemptId, 5);
      await store.noteNews(attemptId, newsOf(1, { reopened: [{ streamId, seq: 2 }] }), 'e1');
      expect((await store.sitting(attemptId))?.handIn).toEqual(handIn);
      await store.noteNews(attemptId, newsOf(2, { reopened: [{ streamId, seq: 3 }] }), 'e1');
      expect(await store.sitting(attemptId)).toMatchObject({ handIn: null, receipt: null, archivedMs: null });
      expect(await store.append(opRow(4), 'h3')).toBe('committed');
    });

    test('SY7: a condemned stream takes no further op; others of the attempt do', async () => {
      await seeded(2);
      await store.condemn(streamId);
      expect(await store.append(opRow(3), 'h2')).toBe('streamClosed');
      await store.addStream(streamRow({ streamId: second }));
      expect(await store.append(opRow(1, { streamId: second, lamport: 3 }), 'h0')).toBe('committed');
    });

    test('SY7, SY14: after the hand-in only a restatement is taken, and it leaves the hand-in standing', async () => {
      await seeded(2);
      await store.appendHandIn(opRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], handIn);
      await store.condemn(streamId);
      await store.addStream(streamRow({ streamId: second }));
      const restated = opRow(1, { streamId: second, lamport: 4 });
      expect(await store.append(restated, 'h0')).toBe('closed');
      expect(await store.append(restated, 'h0', 'amend')).toBe('committed');
      expect((await store.sitting(attemptId))?.handIn).toEqual(handIn);
      const again: HandInRow = { ...handIn, streamId: second, seq: 2 };
      const heads = [
        { streamId, seq: 3, hash: 'h3' },
        { streamId: second, seq: 1, hash: 'h1' },
      ];
      expect(await store.appendHandIn(opRow(2, { streamId: second, lamport: 5 }), 'h1', heads, again, 'amend')).toBe('committed');
      expect((await store.sitting(attemptId))?.handIn).toEqual(again);
    });

    test('SY15: a stream of an older epoch takes no further op', async () => {
      await seeded(2);
      await store.saveSitting(sittingRow({ epoch: 2 }));
      expect(await store.append(opRow(3), 'h2')).toBe('streamClosed');
    });

    test('SY5: news raise the lamport', async () => {
      await seeded(2);
      await store.noteNews(attemptId, newsOf(1, { lamport: 9 }), 'e1');
      expect(await store.append(opRow(3, { lamport: 9 }), 'h2')).toBe('moved');
      expect(await store.append(opRow(3, { lamport: 10 }), 'h2')).toBe('committed');
    });

    test('SY6: acknowledged only where the own hash at that seq is the same', async () => {
      await seeded(3);
      expect(await store.acknowledge(streamId, { seq: 2, hash: 'forged' }, 'e1')).toBe('disagrees');
      expect(await store.acknowledge(streamId, { seq: 9, hash: 'h9' }, 'e1')).toBe('disagrees');
      expect((await store.stream(streamId))?.ackedSeq).toBe(0);
      expect(await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e1')).toBe('advanced');
      expect(await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e1')).toBe('same');
      expect(await store.stream(streamId)).toMatchObject({ ackedSeq: 2, ackedBy: 'e1' });
      expect((await store.undelivered()).map((s) => s.streamId)).toEqual([streamId]);
      expect(await store.acknowledge(streamId, { seq: 3, hash: 'h3' }, 'e1')).toBe('advanced');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY8: a head behind what was acknowledged rewinds, and the stream is undelivered again', async () => {
      await seeded(3);
      await store.acknowledge(streamId, { seq: 3, hash: 'h3' }, 'e1');
      expect(await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e2')).toBe('rewound');
      expect(await store.stream(streamId)).toMatchObject({ ackedSeq: 1, ackedBy: 'e2' });
      expect(await store.acknowledge(streamId, { seq: 0, hash: 'whatever' }, 'e2')).toBe('rewound');
      expect((await store.undelivered()).map((s) => s.streamId)).toEqual([streamId]);
      expect(await store.ops(streamId, 1, 9)).toHaveLength(3);
    });

    test('SY8: another server epoch forgets every acknowledgement, and the same one none', async () => {
      await seeded(2);
      await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e1');
      await store.forgetAcks('e1');
      expect(await store.undelivered()).toEqual([]);
      await store.archive(attemptId, 5);
      await store.forgetAcks('e2');
      expect((await store.sitting(attemptId))?.archivedMs).toBeNull();
      expect(await store.undelivered()).toHaveLength(1);
      expect(await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e2')).toBe('advanced');
      await store.forgetAcks('e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7: what lies aside on the server counts as delivered, until another server may not have it', async () => {
      await seeded(3);
      await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e1');
      await store.condemn(streamId);
      await store.setAside(streamId, { fromSeq: 2, toSeq: 3 }, 'e1');
      await store.setAside(streamId, { fromSeq: 2, toSeq: 2 }, 'e1');
      expect((await store.stream(streamId))?.asideThrough).toBe(3);
      expect(await store.undelivered()).toEqual([]);
      await store.forgetAcks('e2');
      expect(await store.undelivered()).toHaveLength(1);
      await store.setAside(streamId, { fromSeq: 2, toSeq: 3 }, 'e2');
      expect(await store.undelivered()).toHaveLength(1);
      await store.condemn(streamId);
      expect(await store.stream(streamId)).toMatchObject({ forkedAfter: 1, ackedSeq: 0 });
      await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7, SY8: a late word of the server before says nothing of what the restored one keeps aside', async () => {
      await seeded(2);
      await store.condemn(streamId);
      await store.setAside(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      expect(await store.undelivered()).toEqual([]);
      await store.forgetAcks('e2');
      await store.setAside(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      // The tail is sent again from its start until the reply and the row belong to the same server epoch.
      await store.setAside(streamId, { fromSeq: 1, toSeq: 2 }, 'e2');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      await store.setAside(streamId, { fromSeq: 1, toSeq: 2 }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7, SY8: a restored server heard in mid-tail keeps nothing of what went before', async () => {
      await seeded(3);
      await store.condemn(streamId);
      await store.setAside(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      await store.forgetAcks('e2');
      await store.setAside(streamId, { fromSeq: 3, toSeq: 3 }, 'e2');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      await store.setAside(streamId, { fromSeq: 1, toSeq: 3 }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7a: undelivered streams of every attempt and every user are found', async () => {
      await seeded(1);
      await store.saveSitting(sittingRow({ attemptId: other, actor: 77 }));
      await store.addStream(streamRow({ streamId: second, attemptId: other, actor: 77 }));
      expect(await store.append(opRow(1, { streamId: second, attemptId: other }), 'h0')).toBe('committed');
      expect((await store.undelivered()).map((s) => s.actor).toSorted((a, b) => a - b)).toEqual([42, 77]);
      expect((await store.streamsOf(other)).map((s) => s.streamId)).toEqual([second]);
    });

    test('SY9: newer news replace older ones of the same server; another server always replaces', async () => {
      await store.saveSitting(sittingRow({ serverEpoch: 'e1' }));
      await store.noteNews(attemptId, newsOf(4, { extensionMs: 60_000 }), 'e1');
      await store.noteNews(attemptId, newsOf(3), 'e1');
      expect((await store.sitting(attemptId))?.news?.extensionMs).toBe(60_000);
      await store.noteNews(attemptId, newsOf(1), 'e2');
      expect(await store.sitting(attemptId)).toMatchObject({ news: { version: 1, extensionMs: 0 }, serverEpoch: 'e2' });
      await store.noteNews(other, newsOf(1), 'e1');
      expect(await store.sitting(other)).toBeUndefined();
    });

    test('SY5, SY14: a grant taken again takes nothing back that this device has gathered', async () => {
      await seeded(2);
      await store.noteNews(attemptId, newsOf(2), 'e1');
      await store.appendHandIn(opRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], handIn);
      await store.saveSitting(sittingRow({ ticket: 'renewed' }));
      expect(await store.sitting(attemptId)).toMatchObject({ ticket: 'renewed', lamport: 3, handIn, news: { version: 2 } });
      await store.saveSitting(sittingRow({ epoch: 2, ticket: 'moved' }));
      await store.saveSitting(sittingRow({ epoch: 1, ticket: 'late' }));
      expect(await store.sitting(attemptId)).toMatchObject({ epoch: 2, ticket: 'moved' });
    });

    test('SY21: the clock checkpoint is kept by attempt', async () => {
      const checkpoint = { wallMs: 1, monoMs: 2.5, documentId, elapsedMs: 3, sureMs: 3, waitedMs: 0, claimedMs: 0, flagged: true };
      await store.saveClockCheckpoint(attemptId, checkpoint);
      await store.saveClockCheckpoint(attemptId, { ...checkpoint, elapsedMs: 4 });
      expect(await store.clockCheckpoint(attemptId)).toEqual({ ...checkpoint, elapsedMs: 4 });
      expect(await store.clockCheckpoint(other)).toBeUndefined();
    });
  });
}
