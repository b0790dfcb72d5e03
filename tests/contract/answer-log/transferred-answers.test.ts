import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ResponseEnvelope } from '../../../sync/contract/call.ts';
import { type PushInput, pushRefusalData, syncCalls } from '../../../sync/contract/exams/sync.ts';
import { forwardBatches } from '../../../sync/engine/transfer/transfer-queue.ts';
import { NetworkFault } from '../../../sync/engine/ports.ts';
import { transferLimits, coversBatch, openTransferCache } from '../../../web/platform/transfer/transfer-cache.ts';
import { takeAnswers, decodeSeriesText } from '../../../web/platform/transfer/answer-transfer.ts';
import { compressText } from '../../../web/platform/database/packed-text.ts';
import { getQrSeriesName } from '../../../sync/engine/transfer/qr-series.ts';
import { hashBytes } from '../../../sync/crypto/bytes.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs } from '../fixtures/exam-room.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

let nth = 0;
/** Sets up a room without a network and a tablet that transfers answers. Opening the tablet's cache again keeps its content, as after a restart. */
async function carriedRoom() {
  const room = await startExamRoom({ people: 2 });
  const { server, examinees } = room;
  const [one, two] = examinees;
  room.at(room.startMs + examRoomMinuteMs);
  const [pc, other] = [await room.sit(one), await room.sit(two)];
  const name = `carried-${(nth += 1)}`;
  const refused: string[] = [];
  /** Delivers the tablet's batches until none is due. The connection breaks after `pushes` pushes. */
  async function deliver(tablet = openTransferCache(name), pushes = Infinity, nowMs = 0): Promise<void> {
    const over = new AbortController();
    let left = pushes;
    await forwardBatches(
      {
        store: tablet,
        transport: {
          async push(input) {
            if (left === 0) throw new NetworkFault('no line');
            left -= 1;
            const { code, msg, data } = (await server.post('/sync/push', input)) as ResponseEnvelope;
            if (code === 0) return { kind: 'ok', ...syncCalls.push.output.parse(data) };
            return { kind: 'refused', code, msg, data: pushRefusalData.safeParse(data).data ?? null };
          },
        },
        clock: { nowMs: () => nowMs },
        timers: { sleep: async () => over.abort() },
        onRefused: (reason) => void refused.push(reason),
        onFault: failOnFault,
      },
      over.signal,
    );
  }
  const seqOf = (of: typeof pc): number => server.deps.answerLog.log.head(of.stream.header.streamId)?.seq ?? 0;
  return { ...room, pc, other, name, deliver, refused, seqOf, tablet: () => openTransferCache(name) };
}
let at: Awaited<ReturnType<typeof carriedRoom>>;
beforeEach(async () => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  at = await carriedRoom();
});

describe('SY7a: answers that a tablet transfers', () => {
  it('survive a restart of the tablet and a broken connection, and count once however often they are scanned', async () => {
    const { pc, tablet, deliver, seqOf, server } = at;
    const { attemptId } = pc.stream.header;
    const [first, second] = [pc.stream.push([enterOp, createRoomAnswerOp(1, 'A')]), pc.stream.push([createRoomAnswerOp(2, 'B')])];
    expect(await tablet().storeBatches([first, second], 1)).toBe('kept');
    expect(await tablet().storeBatches([first, second], 2)).toBe('kept');
    expect((await tablet().states()).get(attemptId)).toEqual({ waitingCount: 3, refused: false, delivered: false });
    await deliver(tablet(), 0);
    expect(seqOf(pc)).toBe(0);
    await deliver(tablet(), 1);
    expect([seqOf(pc), await tablet().countWaiting()]).toEqual([2, 1]);
    await deliver();
    expect(seqOf(pc)).toBe(3);
    expect((await tablet().states()).get(attemptId)).toEqual({ waitingCount: 0, refused: false, delivered: true });
    // The tablet scans the same answers again, together with newer ones. Then the PC delivers the same ops itself.
    const third = pc.stream.push([createRoomAnswerOp(3, 'C')]);
    const whole = { ...first, ops: [...first.ops, ...second.ops, ...third.ops], headHash: third.headHash };
    expect(await tablet().storeBatches([whole], 3)).toBe('kept');
    await deliver();
    for (const input of [first, second, third]) expect((await server.post('/sync/push', input)).code).toBe(0);
    expect([seqOf(pc), await tablet().countWaiting()]).toEqual([4, 0]);
    await server.deps.answerLog.projector.waitUntilProjected();
    expect(Object.keys(server.deps.answerLog.projector.attempt(attemptId)?.state.items ?? {})).toHaveLength(3);
  });

  it('are stored as the longest batch of a stream, and forks are stored separately', async () => {
    const { pc, tablet, deliver, seqOf, server } = at;
    const twin = pc.stream.clone();
    const short = pc.stream.push([enterOp]);
    const next = pc.stream.push([createRoomAnswerOp(1, 'A')]);
    const long = { ...short, ops: [...short.ops, ...next.ops], headHash: next.headHash };
    const fork = twin.push([enterOp, createRoomAnswerOp(1, 'B')]);
    expect([coversBatch(long, short), coversBatch(short, long), coversBatch(long, fork), coversBatch(fork, long)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    for (const batch of [short, long, short, fork]) await tablet().storeBatches([batch], 1);
    expect(await tablet().countWaiting()).toBe(2);
    await deliver();
    expect([seqOf(pc), await tablet().countWaiting()]).toEqual([2, 0]);
    expect(server.deps.answerLog.log.quarantineStore.list(pc.stream.header.attemptId)).toMatchObject([
      { reason: 'fork', fromSeq: 1, opCount: 2 },
    ]);
  });

  it('stay on the tablet if the server refuses them, while the others are delivered', async () => {
    const { pc, other, tablet, deliver, seqOf, refused } = at;
    const forged = { ...pc.stream.push([enterOp]), ticket: 'a.b' };
    const begin = other.stream.push([enterOp]);
    const gap = other.stream.push([createRoomAnswerOp(1, 'A')]);
    await tablet().storeBatches([forged, gap], 1);
    await deliver();
    expect([refused, seqOf(other), await tablet().countWaiting()]).toEqual([['ticket'], 0, 2]);
    expect((await tablet().states()).get(pc.stream.header.attemptId)?.refused).toBe(true);
    // The missing first batch is scanned and delivered. After its pause, the second batch is sent again.
    await tablet().storeBatches([begin], 2);
    await deliver(tablet(), Infinity, 0);
    await deliver(tablet(), Infinity, 60_000);
    expect([seqOf(other), await tablet().countWaiting()]).toEqual([2, 1]);
  });

  it('are rejected if one QR code of the series was misread', async () => {
    const bytes = await compressText('作答'.repeat(900));
    const digest = await hashBytes(Uint8Array.from(bytes));
    expect(await decodeSeriesText(getQrSeriesName(digest), bytes)).toBe('作答'.repeat(900));
    for (let at = 0; at < bytes.length; at += 7) {
      const altered = Uint8Array.from(bytes, (byte, n) => (n === at ? byte ^ 1 : byte));
      expect(await decodeSeriesText(getQrSeriesName(digest), altered)).toBeUndefined();
    }
  });

  it('are accepted as a whole file or not at all, up to a limit per attempt', async () => {
    const { pc, other, tablet } = at;
    const good = pc.stream.push([enterOp]);
    const big = (n: number): PushInput => ({ ...good, fromSeq: n + 1, ops: [[n + 1, 'answer.set@1', 0, 0, 0, 'A'.repeat(1_000_000)]] });
    const many = Array.from({ length: 17 }, (_, n) => big(n));
    expect(transferLimits.attemptBytes).toBe(16 * 1024 ** 2);
    expect(await tablet().storeBatches(many, 1)).toBe('attemptFull');
    expect(await tablet().countWaiting()).toBe(0);
    expect(await tablet().storeBatches(many.slice(0, 15), 1)).toBe('kept');
    expect(await tablet().storeBatches(many.slice(15), 2)).toBe('attemptFull');
    expect(await tablet().storeBatches([other.stream.push([enterOp])], 3)).toBe('kept');
  });
});

it('takeAnswers reports an unreadable file if the USB stick is pulled out while it is read', async () => {
  const half = new Blob(['half a line']);
  const pulled = Object.assign(half, {
    stream: () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (to) => to.error(new DOMException('the file could not be read', 'NotReadableError')),
      }),
  });
  expect(await takeAnswers(pulled, new Set())).toEqual({ kind: 'unread' });
});
