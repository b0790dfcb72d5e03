import { beforeEach, describe, expect, test } from 'vitest';
import type { ClientStore, HandInRow } from '../../../sync/engine/ports.ts';
import {
  storedAttemptId,
  storedDocumentId,
  storedHandIn,
  createNews,
  createOpRow,
  otherAttemptId,
  secondStreamId,
  createSittingRow,
  streamId,
  createStreamRow,
} from '../fixtures/client-store-rows.ts';

/**
 * Tests the behaviour that the engine requires of every client store. The simulation runs on one store only, so its results hold for another store
 * only if both pass these tests.
 */

export function testClientStoreContract(name: string, open: () => Promise<ClientStore> | ClientStore): void {
  describe(`client store contract: ${name}`, () => {
    let store: ClientStore;
    const seeded = async (ops: number): Promise<void> => {
      await store.saveSitting(createSittingRow());
      await store.addStream(createStreamRow());
      for (let seq = 1; seq <= ops; seq += 1) expect(await store.append(createOpRow(seq), `h${seq - 1}`)).toBe('committed');
    };
    beforeEach(async () => {
      store = await open();
    });

    test('an empty store returns no rows', async () => {
      expect(await store.sitting(storedAttemptId)).toBeUndefined();
      expect(await store.stream(streamId)).toBeUndefined();
      expect(await store.clockCheckpoint(storedAttemptId)).toBeUndefined();
      expect(
        await Promise.all([store.sittings(), store.streamsOf(storedAttemptId), store.undelivered(), store.ops(streamId, 1, 9)]),
      ).toEqual([[], [], [], []]);
    });

    test('SY1: appending an op raises its stream head and the lamport, and the op reads back as written', async () => {
      await seeded(3);
      expect(await store.stream(streamId)).toEqual(createStreamRow({ headSeq: 3, headHash: 'h3' }));
      expect((await store.sitting(storedAttemptId))?.lamport).toBe(3);
      expect(await store.ops(streamId, 2, 100)).toEqual([createOpRow(2), createOpRow(3)]);
      expect(await store.ops(streamId, 1, 2)).toEqual([createOpRow(1), createOpRow(2)]);
      expect(await store.ops(streamId, 4, 2)).toEqual([]);
    });

    test('SY1: an op that does not follow the head is answered "moved" and not stored', async () => {
      await seeded(2);
      expect(await store.append(createOpRow(3), 'h1')).toBe('moved');
      expect(await store.append(createOpRow(4), 'h2')).toBe('moved');
      expect(await store.append(createOpRow(2), 'h2')).toBe('moved');
      expect(await store.ops(streamId, 1, 100)).toHaveLength(2);
      expect((await store.stream(streamId))?.headSeq).toBe(2);
    });

    test('SY1: of two concurrent appends with the same seq exactly one is committed', async () => {
      await seeded(1);
      const outcomes = await Promise.all([
        store.append(createOpRow(2, { hash: 'a' }), 'h1'),
        store.append(createOpRow(2, { hash: 'b' }), 'h1'),
      ]);
      expect(outcomes.toSorted()).toEqual(['committed', 'moved']);
      expect(await store.ops(streamId, 2, 9)).toHaveLength(1);
    });

    test('SY5: an op whose lamport does not exceed those of all streams on the device is answered "moved"', async () => {
      await seeded(2);
      await store.addStream(createStreamRow({ streamId: secondStreamId }));
      expect(await store.append(createOpRow(1, { streamId: secondStreamId, lamport: 2 }), 'h0')).toBe('moved');
      expect(await store.append(createOpRow(1, { streamId: secondStreamId, lamport: 7 }), 'h0')).toBe('committed');
      expect(await store.append(createOpRow(3, { lamport: 7 }), 'h2')).toBe('moved');
      expect(await store.append(createOpRow(3, { lamport: 8 }), 'h2')).toBe('committed');
    });

    test('appending an op of an unknown stream or attempt throws', async () => {
      await expect(store.append(createOpRow(1), 'h0')).rejects.toThrow();
      await store.addStream(createStreamRow());
      await expect(store.append(createOpRow(1), 'h0')).rejects.toThrow();
      expect(await store.ops(streamId, 1, 9)).toEqual([]);
    });

    test('adding a stream a second time throws and changes nothing', async () => {
      await seeded(1);
      await expect(store.addStream(createStreamRow({ wrappedForSelf: 'else' }))).rejects.toThrow();
      expect((await store.stream(streamId))?.headSeq).toBe(1);
    });

    test('SY14: the hand-in closes the attempt for every tab in the transaction that writes it', async () => {
      await seeded(2);
      const heads = [{ streamId, seq: 2, hash: 'h2' }];
      expect(await store.appendHandIn(createOpRow(3, { type: 'attempt.handIn@1' }), 'h2', heads, storedHandIn)).toBe('committed');
      expect((await store.sitting(storedAttemptId))?.handIn).toEqual(storedHandIn);
      expect(await store.append(createOpRow(4), 'h3')).toBe('closed');
      expect(await store.appendHandIn(createOpRow(4), 'h3', [{ streamId, seq: 3, hash: 'h3' }], storedHandIn)).toBe('closed');
      expect(await store.ops(streamId, 1, 9)).toHaveLength(3);
    });

    test('SY14: a hand-in is answered "moved" if a stream head has moved since its manifest was made', async () => {
      await seeded(2);
      await store.addStream(createStreamRow({ streamId: secondStreamId }));
      expect(await store.append(createOpRow(1, { streamId: secondStreamId, lamport: 3 }), 'h0')).toBe('committed');
      const op = createOpRow(3, { type: 'attempt.handIn@1', lamport: 4 });
      const own = { streamId, seq: 2, hash: 'h2' };
      const peer = { streamId: secondStreamId, seq: 1, hash: 'h1' };
      expect(await store.appendHandIn(op, 'h2', [own], storedHandIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, { ...peer, hash: 'x' }], storedHandIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, { ...peer, seq: 2 }], storedHandIn)).toBe('moved');
      expect(await store.appendHandIn(op, 'h2', [own, peer, { streamId: storedDocumentId, seq: 1, hash: 'h1' }], storedHandIn)).toBe(
        'moved',
      );
      expect((await store.sitting(storedAttemptId))?.handIn).toBeNull();
      expect(await store.appendHandIn(op, 'h2', [peer, own], storedHandIn)).toBe('committed');
    });

    test('SY22: a reopened attempt accepts answers again and drops its receipt', async () => {
      await seeded(2);
      await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
      await store.archive(storedAttemptId, 5);
      await store.noteNews(storedAttemptId, createNews(1, { reopened: [{ streamId, seq: 2 }] }), 'e1');
      expect((await store.sitting(storedAttemptId))?.handIn).toEqual(storedHandIn);
      await store.noteNews(storedAttemptId, createNews(2, { reopened: [{ streamId, seq: 3 }] }), 'e1');
      expect(await store.sitting(storedAttemptId)).toMatchObject({ handIn: null, receipt: null, archivedMs: null });
      expect(await store.append(createOpRow(4), 'h3')).toBe('committed');
    });

    test('SY7: a retired stream accepts no further op; other streams of the attempt do', async () => {
      await seeded(2);
      await store.retire(streamId);
      expect(await store.append(createOpRow(3), 'h2')).toBe('streamClosed');
      await store.addStream(createStreamRow({ streamId: secondStreamId }));
      expect(await store.append(createOpRow(1, { streamId: secondStreamId, lamport: 3 }), 'h0')).toBe('committed');
    });

    test('SY7, SY14: after the hand-in only resubmitted values are accepted, and the hand-in stays', async () => {
      await seeded(2);
      await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
      await store.retire(streamId);
      await store.addStream(createStreamRow({ streamId: secondStreamId }));
      const resubmitted = createOpRow(1, { streamId: secondStreamId, lamport: 4 });
      expect(await store.append(resubmitted, 'h0')).toBe('closed');
      expect(await store.append(resubmitted, 'h0', 'amend')).toBe('committed');
      expect((await store.sitting(storedAttemptId))?.handIn).toEqual(storedHandIn);
      const again: HandInRow = { ...storedHandIn, streamId: secondStreamId, seq: 2 };
      const heads = [
        { streamId, seq: 3, hash: 'h3' },
        { streamId: secondStreamId, seq: 1, hash: 'h1' },
      ];
      expect(await store.appendHandIn(createOpRow(2, { streamId: secondStreamId, lamport: 5 }), 'h1', heads, again, 'amend')).toBe(
        'committed',
      );
      expect((await store.sitting(storedAttemptId))?.handIn).toEqual(again);
    });

    test('SY15: a stream of an older epoch accepts no further op', async () => {
      await seeded(2);
      await store.saveSitting(createSittingRow({ epoch: 2 }));
      expect(await store.append(createOpRow(3), 'h2')).toBe('streamClosed');
    });

    test('SY5: news raise the lamport that the next op must exceed', async () => {
      await seeded(2);
      await store.noteNews(storedAttemptId, createNews(1, { lamport: 9 }), 'e1');
      expect(await store.append(createOpRow(3, { lamport: 9 }), 'h2')).toBe('moved');
      expect(await store.append(createOpRow(3, { lamport: 10 }), 'h2')).toBe('committed');
    });

    test('SY6: an acknowledgement counts only if its hash equals the device’s hash at that seq', async () => {
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

    test('SY8: an acknowledged head below the stored one rewinds it, and the stream is undelivered again', async () => {
      await seeded(3);
      await store.acknowledge(streamId, { seq: 3, hash: 'h3' }, 'e1');
      expect(await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e2')).toBe('rewound');
      expect(await store.stream(streamId)).toMatchObject({ ackedSeq: 1, ackedBy: 'e2' });
      expect(await store.acknowledge(streamId, { seq: 0, hash: 'whatever' }, 'e2')).toBe('rewound');
      expect((await store.undelivered()).map((s) => s.streamId)).toEqual([streamId]);
      expect(await store.ops(streamId, 1, 9)).toHaveLength(3);
    });

    test('SY8: another server epoch voids every acknowledgement and archive mark; the same epoch voids none', async () => {
      await seeded(2);
      await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e1');
      await store.forgetAcks('e1');
      expect(await store.undelivered()).toEqual([]);
      await store.archive(storedAttemptId, 5);
      await store.forgetAcks('e2');
      expect((await store.sitting(storedAttemptId))?.archivedMs).toBeNull();
      expect(await store.undelivered()).toHaveLength(1);
      expect(await store.acknowledge(streamId, { seq: 2, hash: 'h2' }, 'e2')).toBe('advanced');
      await store.forgetAcks('e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7: quarantined ops count as delivered until the server epoch changes', async () => {
      await seeded(3);
      await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e1');
      await store.retire(streamId);
      await store.quarantine(streamId, { fromSeq: 2, toSeq: 3 }, 'e1');
      await store.quarantine(streamId, { fromSeq: 2, toSeq: 2 }, 'e1');
      expect((await store.stream(streamId))?.asideThrough).toBe(3);
      expect(await store.undelivered()).toEqual([]);
      await store.forgetAcks('e2');
      expect(await store.undelivered()).toHaveLength(1);
      await store.quarantine(streamId, { fromSeq: 2, toSeq: 3 }, 'e2');
      expect(await store.undelivered()).toHaveLength(1);
      await store.retire(streamId);
      expect(await store.stream(streamId)).toMatchObject({ forkedAfter: 1, ackedSeq: 0 });
      await store.acknowledge(streamId, { seq: 1, hash: 'h1' }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7, SY8: a late reply of the earlier server epoch does not mark ops as quarantined at the restored server', async () => {
      await seeded(2);
      await store.retire(streamId);
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      expect(await store.undelivered()).toEqual([]);
      await store.forgetAcks('e2');
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      // The first reply of the restored server only sets the epoch of the stream's row. The tail of the stream is sent again, and then the reply
      // counts.
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 2 }, 'e2');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 2 }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7, SY8: a server restored halfway through a quarantined tail gets the tail again from its start', async () => {
      await seeded(3);
      await store.retire(streamId);
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 2 }, 'e1');
      await store.forgetAcks('e2');
      await store.quarantine(streamId, { fromSeq: 3, toSeq: 3 }, 'e2');
      expect(await store.stream(streamId)).toMatchObject({ asideThrough: 0 });
      await store.quarantine(streamId, { fromSeq: 1, toSeq: 3 }, 'e2');
      expect(await store.undelivered()).toEqual([]);
    });

    test('SY7a: undelivered() finds the streams of every attempt and every user', async () => {
      await seeded(1);
      await store.saveSitting(createSittingRow({ attemptId: otherAttemptId, actor: 77 }));
      await store.addStream(createStreamRow({ streamId: secondStreamId, attemptId: otherAttemptId, actor: 77 }));
      expect(await store.append(createOpRow(1, { streamId: secondStreamId, attemptId: otherAttemptId }), 'h0')).toBe('committed');
      expect((await store.undelivered()).map((s) => s.actor).toSorted((a, b) => a - b)).toEqual([42, 77]);
      expect((await store.streamsOf(otherAttemptId)).map((s) => s.streamId)).toEqual([secondStreamId]);
    });

    test('SY9: newer news replace older ones of the same server epoch; news of another epoch always do', async () => {
      await store.saveSitting(createSittingRow({ serverEpoch: 'e1' }));
      await store.noteNews(storedAttemptId, createNews(4, { extensionMs: 60_000 }), 'e1');
      await store.noteNews(storedAttemptId, createNews(3), 'e1');
      expect((await store.sitting(storedAttemptId))?.news?.extensionMs).toBe(60_000);
      await store.noteNews(storedAttemptId, createNews(1), 'e2');
      expect(await store.sitting(storedAttemptId)).toMatchObject({ news: { version: 1, extensionMs: 0 }, serverEpoch: 'e2' });
      await store.noteNews(otherAttemptId, createNews(1), 'e1');
      expect(await store.sitting(otherAttemptId)).toBeUndefined();
    });

    test('SY5, SY14: saving a sitting again keeps the device’s lamport, hand-in and news, and never lowers the epoch', async () => {
      await seeded(2);
      await store.noteNews(storedAttemptId, createNews(2), 'e1');
      await store.appendHandIn(createOpRow(3), 'h2', [{ streamId, seq: 2, hash: 'h2' }], storedHandIn);
      await store.saveSitting(createSittingRow({ ticket: 'renewed' }));
      expect(await store.sitting(storedAttemptId)).toMatchObject({
        ticket: 'renewed',
        lamport: 3,
        handIn: storedHandIn,
        news: { version: 2 },
      });
      await store.saveSitting(createSittingRow({ epoch: 2, ticket: 'moved' }));
      await store.saveSitting(createSittingRow({ epoch: 1, ticket: 'late' }));
      expect(await store.sitting(storedAttemptId)).toMatchObject({ epoch: 2, ticket: 'moved' });
    });

    test('SY21: the clock checkpoint is stored by attempt', async () => {
      const checkpoint = {
        wallMs: 1,
        monoMs: 2.5,
        documentId: storedDocumentId,
        elapsedMs: 3,
        sureMs: 3,
        waitedMs: 0,
        claimedMs: 0,
        flagged: true,
      };
      await store.saveClockCheckpoint(storedAttemptId, checkpoint);
      await store.saveClockCheckpoint(storedAttemptId, { ...checkpoint, elapsedMs: 4 });
      expect(await store.clockCheckpoint(storedAttemptId)).toEqual({ ...checkpoint, elapsedMs: 4 });
      expect(await store.clockCheckpoint(otherAttemptId)).toBeUndefined();
    });
  });
}
