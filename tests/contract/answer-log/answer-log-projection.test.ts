import { afterEach, beforeEach, expect, test } from 'vitest';
import { serialiseState } from '../../../sync/engine/ops/canonical-state.ts';
import type { AttemptNews, HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import { verifyReceipt } from '../../../sync/crypto/receipt.ts';
import { Refusal } from '../../../server/http/handler.ts';
import { openProjectionDatabase } from '../../../server/answer-log/projection/projection-store.ts';
import { createHandIn } from '../../device/hand-in.ts';
import type { DeviceStream, OpToWrite } from '../../device/sealed-stream.ts';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig } from '../fixtures/answer-log-rig.ts';

let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
beforeEach(async () => {
  rig = await createAnswerLogRig('memory');
});
afterEach(() => rig.close());

const enter: OpToWrite = { type: 'attempt.enter@1', payload: {} };

async function newsOf(device: DeviceStream, seen = 0): Promise<AttemptNews | null> {
  await rig.reads.waitUntilProjected();
  const pulled = await rig.pull({ ticket: device.ticket, newsSeen: seen });
  if (pulled instanceof Refusal) throw pulled;
  return pulled.news;
}
const summary = async (device: DeviceStream) => (await rig.reads.summaries([device.header.attemptId]))[0];

test('SY14: a hand-in is incomplete until every listed op has arrived; then it gets a valid receipt', async () => {
  const device = await rig.device();
  const tab = await rig.device(7, device.header.attemptId);
  const first = device.push([enter, createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
  const other = tab.push([createAnswerOp(3, 'C')]);
  // The answer and the hand-in that lists it travel in one batch. So the answer's hash, which the digest needs, is not the end hash of any batch.
  const newest = device.push([createAnswerOp(4, 'D')]);
  const handed = device.push([await createHandIn([device, tab])]);
  const last = { ...newest, ops: [...newest.ops, ...handed.ops], headHash: handed.headHash };
  requireAcceptedPush(await rig.push(first));
  requireAcceptedPush(await rig.push(last));
  const incomplete = await newsOf(device);
  expect(incomplete).toMatchObject({ handedIn: true, status: 1, receipt: null });
  expect(await rig.reads.handedInCount([device.header.attemptId])).toBe(1);
  expect(await summary(device)).toMatchObject({ handedIn: true, complete: false, answered: 3, receivedOps: 5 });

  const completed: string[] = [];
  rig.reads.onComplete((attemptId) => completed.push(attemptId));
  requireAcceptedPush(await rig.push(other));
  const news = await newsOf(device, incomplete?.version);
  expect(news?.receipt).toMatchObject({ attemptId: device.header.attemptId, seq: 5, opCount: 5, answeredCount: 4, quarantined: [] });
  expect(await verifyReceipt(news?.receipt as HandInReceipt, rig.keys.publicKeys.receiptPublic)).toBe(true);
  expect(completed).toEqual([device.header.attemptId]);
  expect(await summary(device)).toMatchObject({ complete: true });
});

test('SY14: a hand-in whose digest does not match gets no receipt and is reported to staff', async () => {
  const device = await rig.device();
  requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A')])));
  const { payload } = await createHandIn([device]);
  requireAcceptedPush(await rig.push(device.push([{ type: 'attempt.handIn@2', payload: { ...(payload as object), digest: 'made-up' } }])));
  expect(await newsOf(device)).toMatchObject({ handedIn: false, receipt: null });
  expect(await summary(device)).toMatchObject({ complete: false, concerns: { digestDisagrees: true } });
});

test('SY7: staff ops under an examinee’s upload token are stored but quarantined', async () => {
  const device = await rig.device();
  const mark = { type: 'conduct.revoke@1', payload: { markIds: [device.header.streamId] } };
  requireAcceptedPush(await rig.push(device.push([enter, mark, createAnswerOp(1, 'A')])));
  expect((await newsOf(device))?.verdicts).toEqual([
    { streamId: device.header.streamId, fromSeq: 2, toSeq: 2, verdict: 'quarantined', reason: 'notAllowed' },
  ]);
  expect((await rig.reads.answers(device.header.attemptId)).answers).toEqual([{ itemId: '1', value: ['A'] }]);
});

test('SY15: a later epoch wins; ops of the older epoch count only up to the heads of the grant', async () => {
  const old = await rig.device();
  const { attemptId } = old.header;
  requireAcceptedPush(await rig.push(old.push([enter, createAnswerOp(1, 'A'), createAnswerOp(2, 'A')])));
  expect(await rig.reads.grantEpoch(attemptId, 7)).toBe(2);
  expect(await rig.reads.currentEpoch(attemptId)).toBe(2);
  const moved = await rig.device(7, attemptId, 2);
  requireAcceptedPush(await rig.push(moved.push([createAnswerOp(2, 'B')])));
  requireAcceptedPush(await rig.push(old.push([createAnswerOp(1, 'C')])));
  const news = await newsOf(old);
  expect(news).toMatchObject({
    epoch: 2,
    verdicts: [{ streamId: old.header.streamId, fromSeq: 4, toSeq: 4, verdict: 'recordedNotCounted' }],
  });
  expect((await rig.reads.answers(attemptId)).answers).toEqual([
    { itemId: '1', value: ['A'] },
    { itemId: '2', value: ['B'] },
  ]);
});

test('SY15: moves requested at the same moment get successive epochs', async () => {
  const { header } = await rig.device();
  const epochs = await Promise.all([1, 2, 3].map(() => rig.reads.grantEpoch(header.attemptId, 7)));
  expect(epochs).toEqual([2, 3, 4]);
});

test('the news report both a hand-in and a cheating mark by staff, until the mark is revoked', async () => {
  const device = await rig.device();
  requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A')])));
  requireAcceptedPush(await rig.push(device.push([await createHandIn([device])])));
  const markId = '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11';
  await rig.reads.append(device.header.attemptId, { type: 'conduct.mark@1', payload: { markId, reason: '携带手机' }, actor: 3 });
  expect(await newsOf(device)).toMatchObject({ status: -3, handedIn: true, cheatingReason: '携带手机' });
  await rig.reads.append(device.header.attemptId, { type: 'conduct.revoke@1', payload: { markIds: [markId] }, actor: 3 });
  expect(await newsOf(device)).toMatchObject({ status: 1, cheatingReason: '' });
});

test('an attempt without a hand-in is collected after deadline and grace, and late ops are added', async () => {
  const device = await rig.device();
  requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A')])));
  await rig.reads.waitUntilProjected();
  const collectAtMs = rig.time.nowMs + 60_000;
  const read = async () => (await rig.reads.summaries([device.header.attemptId], collectAtMs))[0];
  expect(await read()).toMatchObject({ status: 0, collected: false });
  rig.time.nowMs = collectAtMs;
  expect(await read()).toMatchObject({ status: 1, collected: true, handedIn: false, answered: 1 });
  requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'B')])));
  await rig.reads.waitUntilProjected();
  expect(await read()).toMatchObject({ collected: true, answered: 2 });
});

test('SY9: news of an attempt wake the waiting poll of that attempt only', async () => {
  const [device, other] = [await rig.device(7), await rig.device(8)];
  requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A')])));
  const seen = (await newsOf(device))?.version ?? 0;
  let woken = false;
  const poll = rig.pull({ ticket: device.ticket, newsSeen: seen, waitMs: 25_000 }).finally(() => (woken = true));
  requireAcceptedPush(await rig.push(other.push([enter, await createHandIn([])])));
  // Ordinary answers do not end the waiting pull (the long poll for news) of a device.
  requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'B')])));
  await rig.reads.waitUntilProjected();
  expect(woken).toBe(false);
  await rig.reads.append(device.header.attemptId, {
    type: 'time.extend@1',
    payload: { incidentId: device.header.streamId, ms: 600_000 },
    actor: 3,
  });
  expect(await poll).toMatchObject({ news: { extensionMs: 600_000 }, heads: [{ streamId: device.header.streamId, seq: 3 }] });
});

test('the reply to a push contains the news that the device has not seen', async () => {
  const device = await rig.device();
  requireAcceptedPush(await rig.push(device.push([enter])));
  await rig.reads.waitUntilProjected();
  const reply = requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
  expect(reply.news).toMatchObject({ status: 0, lamport: 1 });
  expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'A')], reply.news?.version))).news).toBeNull();
});

test('SY13: rebuilt projections equal the incremental ones, including versions and receipts', async () => {
  const devices: DeviceStream[] = [];
  for (let n = 0; n < 6; n += 1) {
    const device = await rig.device(n + 1);
    const tab = await rig.device(n + 1, device.header.attemptId);
    devices.push(device);
    requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A'), createAnswerOp(2, 'B')])));
    requireAcceptedPush(await rig.push(tab.push([createAnswerOp(1, 'C'), { type: 'flag.set@1', payload: { i: '2', on: true } }])));
    if (n % 2 === 0) await rig.reads.grantEpoch(device.header.attemptId, n + 1);
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'D'), { type: 'unknown.thing@9', payload: {} }])));
    requireAcceptedPush(await rig.push(device.push([await createHandIn([device, tab])])));
    if (n === 3) await rig.restart();
    if (n === 4)
      await rig.reads.append(device.header.attemptId, {
        type: 'time.extend@1',
        payload: { incidentId: device.header.streamId, ms: 5 },
        actor: 3,
      });
  }
  const unsigned = (receipt: HandInReceipt | null) => receipt && { ...receipt, signature: '' };
  const told = async () => {
    await rig.reads.waitUntilProjected();
    return devices.map((d) => {
      const attempt = rig.answerLog.projector.attempt(d.header.attemptId);
      const versions = [attempt?.newsVersion, attempt?.answersVersion, unsigned(attempt?.receipt ?? null)];
      return [attempt && serialiseState(attempt.state), versions];
    });
  };
  const incremental = await told();
  const all = [...devices.map((d) => d.header.attemptId), 'nobody'];
  const handedIn = () => rig.reads.handedInCount(all);
  const whole = (await rig.reads.summaries(all)).filter((attempt) => attempt.handedIn).length;
  expect(whole).toBeGreaterThan(0);
  expect(whole).toBeLessThan(devices.length);
  expect(await handedIn()).toBe(whole);
  rig.answerLog.close();
  await rig.restart();
  // A new process with an empty cache reads the same number of handed-in attempts from the projection file.
  expect(await handedIn()).toBe(whole);
  expect(await told()).toEqual(incremental);
  await rig.restart({ projections: openProjectionDatabase(':memory:') });
  expect(await told()).toEqual(incremental);
});
