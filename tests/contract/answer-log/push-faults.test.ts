import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCipheriv, randomBytes } from 'node:crypto';
import { apiErrors, type ErrorName } from '../../../sync/contract/errors.ts';
import type { PushInput, PushRefusal } from '../../../sync/contract/exams/sync.ts';
import { generateServerKeys, importServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { issueUploadToken } from '../../../server/answer-log/log/upload-token.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig, requireRefusedPush } from '../fixtures/answer-log-rig.ts';

/** Each test sends one faulty push. `fault` checks the code, the text that names the fault, the quarantined ops, and that the stream continues. */
let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
let device: DeviceStream;
let first: PushInput;
beforeEach(async () => {
  rig = await createAnswerLogRig('memory');
  device = await rig.device();
  first = device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
  requireAcceptedPush(await rig.push(first));
});
afterEach(() => rig.close());

async function fault(input: PushInput, reason: PushRefusal, error: ErrorName, words: RegExp) {
  const answered = requireRefusedPush(await rig.push(input));
  expect(answered.error).toBe(error);
  expect(answered.data).toMatchObject({ reason, serverEpoch: rig.answerLog.log.serverEpoch });
  expect(answered.text.en).toMatch(words);
  expect(answered.text['zh-CN']).toMatch(/\p{Script=Han}/u);
  expect(apiErrors[error].retry).toBe(false);
  // No other op is lost, and the stream continues.
  const next = device.push([createAnswerOp(3, 'C')]);
  expect(requireAcceptedPush(await rig.push(next))).toMatchObject({ ackedThrough: next.fromSeq, headHash: next.headHash });
  expect(rig.stored().get(device.header.streamId)).toEqual(Array.from({ length: next.fromSeq }, (_, at) => at + 1));
  return answered.data;
}
const quarantined = () => rig.answerLog.log.quarantineStore.list(device.header.attemptId);
const junk = () => randomBytes(60).toString('base64url');

test('refuses a forged upload token', async () => {
  const others = await importServerKeys(await generateServerKeys());
  const { attemptId, epoch, actor } = device.header;
  const ticket = issueUploadToken(others, { attemptId, epoch, actor, schoolId: 1 });
  const next = { ...first, ops: [], ticket };
  expect((await fault(next, 'ticket', 'forbidden', /ticket/)).kept).toBe(false);
  for (const broken of ['', '.', 'a.b', `${first.ticket}x`, first.ticket.slice(1), first.ticket.split('.')[0] ?? ''])
    expect(requireRefusedPush(await rig.push({ ...first, ticket: broken })).data.reason).toBe('ticket');
});

test('SY11: refuses a valid upload token for another examinee’s attempt, actor or epoch', async () => {
  const other = await rig.device(8);
  await fault({ ...first, ticket: other.ticket }, 'attempt', 'forbidden', /another examinee/);
  const epoch2 = await rig.device(7, device.header.attemptId, 2);
  expect(requireRefusedPush(await rig.push({ ...first, ticket: epoch2.ticket })).data.reason).toBe('attempt');
});

test('SY7: quarantines a stream under another examinee’s stream id, and accepts it under a new id', async () => {
  const other = await rig.device(8);
  const mine = other.push([createAnswerOp(1, 'A')]);
  const { streamId } = device.header;
  const { wrapped, ...bare } = mine.stream;
  const data = await fault({ ...mine, stream: { ...bare, streamId, wrapped } }, 'chain', 'refused', /do not verify/);
  // The batch is quarantined for its own sender. The reply reveals nothing about the other examinee's stream.
  expect(data).toMatchObject({ kept: true, head: null });
  expect(quarantined()).toEqual([]);
  expect(rig.answerLog.log.quarantineStore.list(other.header.attemptId)).toMatchObject([{ reason: 'chain', fromSeq: 1, opCount: 1 }]);
  // A first batch without the stream's secret is refused, because the server could never open its ops.
  expect(requireRefusedPush(await rig.push({ ...mine, stream: { ...bare, streamId } })).data.reason).toBe('unknownStream');
  expect(requireAcceptedPush(await rig.push(mine)).ackedThrough).toBe(1);
});

test('SY7, SY11: quarantines ops appended with a stolen upload token; they never take a seq', async () => {
  const made = { ...first, fromSeq: 3, prevHash: first.headHash, headHash: 'A'.repeat(43) };
  const ops = first.ops.map((op): PushInput['ops'][number] => [op[0] + 2, op[1], op[2], op[3], op[4], junk()]);
  const data = await fault({ ...made, ops }, 'chain', 'refused', /do not verify/);
  expect(data).toMatchObject({ kept: true, head: { seq: 2, hash: first.headHash } });
  expect(quarantined()).toMatchObject([{ reason: 'chain', fromSeq: 3, opCount: 2 }]);
});

test('SY11: opens no new stream for a stolen upload token', async () => {
  // The attacker has the upload token but not the server key, so a secret that they wrap is under another key.
  const foreign = await importServerKeys({ ...(await generateServerKeys()), keyId: rig.keys.keyId });
  const { attemptId, actor } = device.header;
  const thief = await DeviceStream.open({ ...foreign, publicKeys: rig.keys.publicKeys }, actor, rig.time.nowMs, attemptId);
  const input = { ...thief.push([createAnswerOp(1, 'Z')]), ticket: device.ticket };
  const data = await fault(input, 'secret', 'refused', /does not open/);
  expect(data).toMatchObject({ kept: true, head: null });
  expect(rig.stored().has(thief.header.streamId)).toBe(false);
});

test('SY7: quarantines an op whose bytes were altered on the way', async () => {
  const good = device.push([createAnswerOp(3, 'C')]);
  const ops = good.ops.map((op): PushInput['ops'][number] => [op[0], op[1], op[2], op[3] + 1, op[4], op[5]]);
  const altered = requireRefusedPush(await rig.push({ ...good, ops }));
  expect(altered).toMatchObject({ error: 'refused', data: { reason: 'chain', kept: true } });
  expect(requireAcceptedPush(await rig.push(good)).ackedThrough).toBe(3);
});

test('SY1, SY7: quarantines the fork of a rewound disk once, and keeps the stored branch', async () => {
  const rewound = device.clone();
  const stored = device.push([createAnswerOp(3, 'C')]);
  const branch = rewound.push([createAnswerOp(3, 'D')]);
  requireAcceptedPush(await rig.push(stored));
  const data = await fault(branch, 'fork', 'conflict', /Another continuation/);
  expect(data).toMatchObject({ kept: true, head: { streamId: device.header.streamId, seq: 3, hash: stored.headHash } });
  expect(requireRefusedPush(await rig.push(branch)).data).toMatchObject({ reason: 'fork', kept: true });
  expect(quarantined()).toHaveLength(1);
  expect(rig.logged.filter(({ message }) => message.includes('quarantined'))).toHaveLength(1);
});

test('SY7: never appends ops that the device itself marks as quarantined, even if they fit the chain', async () => {
  const tail = device.clone().push([createAnswerOp(3, 'D')]);
  const data = await fault({ ...tail, aside: true }, 'fork', 'conflict', /Another continuation/);
  expect(data.kept).toBe(true);
});

test('SY7: answers a gap with the head, so that the device continues from there', async () => {
  const missing = device.push([createAnswerOp(3, 'C')]);
  const beyond = device.push([createAnswerOp(4, 'D')]);
  const answered = requireRefusedPush(await rig.push(beyond));
  expect(answered).toMatchObject({ error: 'conflict', data: { reason: 'gap', kept: false, head: { seq: 2, hash: first.headHash } } });
  requireAcceptedPush(await rig.push(missing));
  expect(requireAcceptedPush(await rig.push(beyond)).ackedThrough).toBe(4);
});

test('SY7: tells the device at a gap whether the ops before it lie in quarantine', async () => {
  const rewound = device.clone();
  requireAcceptedPush(await rig.push(device.push([createAnswerOp(3, 'C')])));
  const [branch, beyond, last] = [
    rewound.push([createAnswerOp(3, 'D')]),
    rewound.push([createAnswerOp(4, 'E')]),
    rewound.push([createAnswerOp(5, 'F')]),
  ];
  // No op of the fork is in quarantine yet, so `last` is an ordinary gap.
  expect(requireRefusedPush(await rig.push(last)).data).toMatchObject({ reason: 'gap', kept: false });
  expect(requireRefusedPush(await rig.push(last)).data.beside).toBeUndefined();
  expect(requireRefusedPush(await rig.push(branch)).data.reason).toBe('fork');
  // The op before `last` is neither in the chain nor in quarantine, so this is an ordinary gap.
  expect(requireRefusedPush(await rig.push(last)).data.beside).toBeUndefined();
  expect(requireRefusedPush(await rig.push({ ...beyond, aside: true })).data).toMatchObject({ reason: 'fork', kept: true });
  expect(requireRefusedPush(await rig.push(last)).data).toMatchObject({ reason: 'gap', kept: false, beside: true });
  expect(requireRefusedPush(await rig.push({ ...last, aside: true })).data).toMatchObject({ reason: 'fork', kept: true });
  // A holder of the upload token can forge a batch with the end hash of `last`. It is quarantined, but no batch counts as its continuation.
  const forged = { ...last, fromSeq: 6, ops: last.ops.map(([lamport, ...rest]): PushInput['ops'][number] => [lamport + 1, ...rest]) };
  expect(requireRefusedPush(await rig.push({ ...forged, aside: true })).data).toMatchObject({ reason: 'chain', kept: true });
  expect(requireRefusedPush(await rig.push({ ...last, fromSeq: 7, prevHash: forged.headHash })).data.beside).toBeUndefined();
});

test('SY8: asks for a lost stream from its first op, with its secret', async () => {
  const lost = await rig.device();
  const one = lost.push([createAnswerOp(1, 'A')]);
  const two = lost.push([createAnswerOp(2, 'B')]);
  expect(requireRefusedPush(await rig.push(two))).toMatchObject({ error: 'conflict', data: { reason: 'unknownStream', head: null } });
  const withSecret = { ...two, stream: one.stream };
  expect(requireRefusedPush(await rig.push(withSecret)).data.reason).toBe('unknownStream');
  requireAcceptedPush(await rig.push(one));
  expect(requireAcceptedPush(await rig.push(two)).ackedThrough).toBe(2);
});

test('bounds the quarantine of an upload token, and reports ops that are not stored', async () => {
  const made = { ...first, fromSeq: 3, prevHash: first.headHash, headHash: 'A'.repeat(43) };
  const forge = () => rig.push({ ...made, ops: [[9, 'answer.set@1', 0, 1, 1, junk()]] });
  const kept = (await Promise.all(Array.from({ length: 120 }, forge))).map((r) => requireRefusedPush(r).data.kept);
  expect(kept.filter(Boolean)).toHaveLength(100);
  // The limit for forged batches leaves space in the quarantine for a genuine fork: ops of the device's own stream that do not fit the chain.
  const rewound = device.clone();
  requireAcceptedPush(await rig.push(device.push([createAnswerOp(3, 'C')])));
  expect(requireRefusedPush(await rig.push(rewound.push([createAnswerOp(3, 'D')]))).data).toMatchObject({ reason: 'fork', kept: true });
});

test('stores and quarantines an op that fits the chain but cannot be decrypted', async () => {
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12));
  const sealed = Buffer.concat([randomBytes(12), cipher.update('{}'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  requireAcceptedPush(await rig.push(device.pushSealed('answer.set@1', sealed)));
  await rig.reads.waitUntilProjected();
  expect(rig.answerLog.projector.attempt(device.header.attemptId)?.deriveNews().verdicts).toMatchObject([
    { fromSeq: 3, verdict: 'quarantined', reason: 'unopened' },
  ]);
});
