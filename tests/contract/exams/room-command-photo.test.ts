import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { encodeFileValue } from '../../../sync/engine/ops/attachment.ts';
import { createMemoryChunkStore, type ChunkDisk } from '../../../sync/engine/store/memory-chunk-store.ts';
import { sealFile } from '../../../sync/engine/outbox/seal-file.ts';
import { toBase64url } from '../../../sync/crypto/bytes.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { createFileAddresses } from '../../../server/answer-log/calls/file-address.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

const itemId = '1/3fa9c1d2';
const codes = { refused: 1002, forbidden: 1003, conflict: 1006 };

/** Sets up a tablet that has taken a photo, and an examinee in the middle of the exam. */
async function photographed() {
  const room = await startWatchedRoom(2);
  const { server, logId, at, startMs, sit, tablet } = room;
  const [one] = room.examinees;
  at(startMs + examRoomMinuteMs);
  const pc = await sit(one);
  await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
  const tab = await tablet();
  const photo = new Uint8Array(randomBytes(150_000));
  photo.set([0xff, 0xd8, 0xff]);
  const disk: ChunkDisk = new Map();
  const store = createMemoryChunkStore(
    () => disk,
    async (_mode, work) => work(),
  );
  const { ticket } = tab.stream;
  const file = await sealFile(
    { store, cipher: chunkCipher },
    { attemptId: logId, itemId, ticket, name: '抽屉.jpg', type: 'image/jpeg', content: photo },
  );
  const send = async (n: number, with_ = ticket) => {
    const row = await store.chunk({ attemptId: logId, itemId, at: n });
    return server.post('/sync/piece', { ticket: with_, itemId, at: n, sealed: toBase64url(row?.sealed ?? new Uint8Array()) });
  };
  const attemptId = pc.stream.header.attemptId;
  const cheating = { kind: 'cheating', reason: '夹带', note: '左侧抽屉', photo: { itemId, value: encodeFileValue(file) } };
  const record = () => room.teacher(invigilationCalls.getRecord, { planId: room.planId });
  return { ...room, one, pc, tab, photo, file, send, attemptId, cheating, record };
}

describe('a photo attached to a room command', () => {
  it('arrives in chunks after its command, visible only to the plan’s owner and the room’s invigilators', async () => {
    const { server, planId, watch, board, tab, act, photo, file, send, attemptId, cheating, record, one } = await photographed();
    expect(file.chunkHashes).toHaveLength(2);
    expect((await send(0)).code).toBe(codes.conflict);
    const actId = randomUUID();
    await tab.send(act(cheating, [attemptId], actId));
    const early = await record();
    expect(early.items).toMatchObject([
      { act: { kind: 'cheating', reason: '夹带', note: '左侧抽屉' }, photo: true, about: [{ userId: one.userId }], by: '用户5' },
    ]);
    expect(early.photos).toEqual({});
    for (const n of [1, 0, 0]) expect((await send(n)).code).toBe(0);

    const { photos } = await record();
    const mine = await watch(invigilationCalls.getExaminee, { planId, userId: one.userId });
    expect(Object.keys(photos)).toEqual([actId]);
    expect(Object.keys(mine.photos)).toEqual([actId]);
    const named = createFileAddresses(server.deps.answerLog.keys.ticketSecret).read(photos[actId] ?? '', server.time.nowMs);
    const opened = await createSyncReads(server.deps.answerLog).file(named?.attemptId ?? '', named?.itemId ?? '');
    expect(opened?.name).toBe('抽屉.jpg');
    // Compared as bytes: printing the differences of two pictures takes a minute and gigabytes of memory.
    expect(opened?.bytes.equals(photo)).toBe(true);

    // The mark of cheating counts like one without a photo. No page receives the photo's key.
    const after = await board();
    expect(after.seats.find((seat) => seat.attemptId === attemptId)).toMatchObject({ status: -3, marks: [{ markId: actId }] });
    expect(JSON.stringify([after, mine, await record()])).not.toContain(file.key);
  });

  it('is accepted only from its tablet, and only if a command names it', async () => {
    const { server, tab, act, send, attemptId, cheating, pc, one, planId, watch, record } = await photographed();
    await tab.send(act({ kind: 'incident', text: '停电' }, []));
    expect((await send(0)).code).toBe(codes.conflict);
    await tab.send(act(cheating, [attemptId]));
    // An examinee's upload token authorises only uploads to their own attempt, in which no op names the photo.
    expect((await send(0, pc.stream.ticket)).code).toBe(codes.conflict);
    expect((await send(0, `${tab.stream.ticket.slice(0, -3)}AAA`)).code).toBe(codes.forbidden);
    // The examinee writes the room command into their own attempt. It has no effect there, so it does not name the photo either.
    await pc.send(act(cheating, [attemptId]));
    expect((await send(0, pc.stream.ticket)).code).toBe(codes.conflict);
    for (const post of [one.post, await server.callAs(4), await server.callAs(5)])
      expect((await post('/invigilation/getRecord', { planId })).code).toBe(codes.forbidden);
    expect(await watch(invigilationCalls.getExaminee, { planId, userId: one.userId })).toMatchObject({ photos: {} });
    expect((await record()).items.map((each) => each.act.kind).toSorted((a, b) => a.localeCompare(b))).toEqual(['cheating', 'incident']);
  });
});
