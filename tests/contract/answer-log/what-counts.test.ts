import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serialiseState } from '../../../sync/engine/ops/canonical-state.ts';
import { Refusal } from '../../../server/http/handler.ts';
import { openLogDatabase } from '../../../server/answer-log/log/log-database.ts';
import { openProjectionDatabase } from '../../../server/answer-log/projection/projection-store.ts';
import { createHandIn } from '../../device/hand-in.ts';
import type { DeviceStream, OpToWrite } from '../../device/sealed-stream.ts';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig, requireRefusedPush } from '../fixtures/answer-log-rig.ts';

let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
beforeEach(async () => {
  rig = await createAnswerLogRig('memory');
});
afterEach(() => rig.close());

const minute = 60_000;
/** Makes a hand-in op with this manifest and digest, whether or not they are true. */
const handInListing = (manifest: Record<string, number>, digest: string): OpToWrite => ({
  type: 'attempt.handIn@2',
  payload: { manifest, digest, by: 'examinee', elapsedMs: 1, extensionMs: 0 },
});
const counted = async (id: string): Promise<Record<string, readonly string[]>> => {
  await rig.reads.waitUntilProjected();
  return Object.fromEntries((await rig.reads.answers(id)).answers.map(({ itemId, value }) => [itemId, value]));
};
const summary = async (id: string, collectAtMs?: number) => (await rig.reads.summaries([id], collectAtMs))[0];
const times = () => ({ startMs: rig.time.nowMs, deadlineMs: rig.time.nowMs + 30 * minute, doubtsTime: true });

describe('SY24: the hand-in that counts', () => {
  test('forty later hand-ins on new streams with higher lamports change nothing', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'A')])));
    requireAcceptedPush(await rig.push(device.push([await createHandIn([device])])));
    const counts = await counted(id);
    const { answersVersion, receipt } = (await summary(id)) ?? {};
    const before = { counted: counts, version: answersVersion, receipt };
    for (let n = 0; n < 40; n += 1) {
      const next = await rig.device(7, id);
      requireAcceptedPush(
        await rig.push(next.push([createAnswerOp(9, 'x'), createAnswerOp(9, 'x'), createAnswerOp(9, 'x'), createAnswerOp(1, `B${n}`)])),
      );
      requireAcceptedPush(await rig.push(next.push([await createHandIn([device, next])])));
    }
    expect(await counted(id)).toEqual(before.counted);
    expect(await summary(id)).toMatchObject({ complete: true, answersVersion: before.version, receipt: before.receipt });
    expect((await summary(id))?.concerns).toMatchObject({ handedInTwice: true, waiting: { afterHandIn: 160 } });
    expect(await rig.reads.listValidHandIns(id)).toHaveLength(41);
  });
  test('the first complete hand-in in log order counts, also after projections are rebuilt', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    const other = await rig.device(7, id);
    const [first, second] = [device.push([createAnswerOp(1, 'A')]), other.push([createAnswerOp(1, 'B')])];
    const [handedFirst, handedSecond] = [device.push([await createHandIn([device])]), other.push([await createHandIn([other])])];
    // The hand-in that was written first becomes complete last.
    requireAcceptedPush(await rig.push(second));
    requireAcceptedPush(await rig.push({ ...first, ops: [...first.ops, ...handedFirst.ops], headHash: handedFirst.headHash }));
    requireAcceptedPush(await rig.push(handedSecond));
    await rig.reads.waitUntilProjected();
    const was = rig.answerLog.projector.attempt(id);
    await rig.restart({ projections: openProjectionDatabase(':memory:') });
    await rig.reads.waitUntilProjected();
    const is = rig.answerLog.projector.attempt(id);
    expect(serialiseState(is?.state as never)).toBe(serialiseState(was?.state as never));
    expect(is?.receipt).toMatchObject({ streamId: device.header.streamId });
    expect(await counted(id)).toEqual({ 1: ['A'] });
  });
  test('a hand-in that lists unknown streams is collected as incomplete after the extended time', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    const manifest = { [device.header.streamId]: 1, '00000000-0000-4000-8000-000000000042': 3 };
    requireAcceptedPush(await rig.push(device.push([handInListing(manifest, 'd')])));
    await rig.reads.append(id, { type: 'time.extend@1', payload: { incidentId: device.header.documentId, ms: minute }, actor: 900 });
    await rig.reads.waitUntilProjected();
    const nowMs = rig.time.nowMs;
    expect(await summary(id, nowMs)).toMatchObject({ handedIn: true, complete: false, collected: false, extensionMs: minute });
    expect(await summary(id, nowMs - minute)).toMatchObject({ handedIn: true, collected: true, concerns: { incomplete: true } });
    expect(await counted(id)).toEqual({ 1: ['A'] });
    const { handIns } = await rig.reads.evidence(id, times());
    expect(handIns).toMatchObject([{ opsListed: 4, opsMissing: 3, stands: true, fixed: false, digest: 'unknown' }]);
  });
});

describe('SY24: ops before the start', () => {
  test('early ops are stored and flagged but do not count; ops after the start do, also after a rebuild', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    const startMs = rig.time.nowMs + minute;
    await rig.reads.registerStart([id], startMs);
    const reply = requireAcceptedPush(await rig.push(device.push([{ type: 'attempt.enter@1', payload: {} }, createAnswerOp(1, 'A')])));
    expect(reply.ackedThrough).toBe(2);
    requireAcceptedPush(await rig.push(device.push([await createHandIn([device])])));
    await rig.reads.waitUntilProjected();
    expect(await summary(id)).toMatchObject({ handedIn: false, answered: 0, receipt: null, concerns: { early: 1 } });
    const pulled = await rig.pull({ ticket: device.ticket });
    expect(pulled instanceof Refusal ? null : pulled.news).toMatchObject({
      earlyUntilMs: startMs,
      verdicts: [{ fromSeq: 2, toSeq: 3, verdict: 'recordedNotCounted', reason: 'early' }],
    });
    rig.time.nowMs = startMs;
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    expect(await counted(id)).toEqual({ 1: ['A'] });
    await rig.restart({ projections: openProjectionDatabase(':memory:') });
    expect(await counted(id)).toEqual({ 1: ['A'] });
    expect((await summary(id))?.concerns.early).toBe(1);
  });
  test('a log without the column early_until opens, and its ops count', async () => {
    const device = await rig.device();
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    const { log } = rig.handles;
    log.exec('ALTER TABLE batch DROP COLUMN early_until');
    await rig.restart({ projections: openProjectionDatabase(':memory:') });
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'B')])));
    expect(await counted(device.header.attemptId)).toEqual({ 1: ['A'], 2: ['B'] });
    openLogDatabase(':memory:').close();
  });
});

describe('SY23: ops after the release of scores', () => {
  test('an answer first received after the release never counts, whatever its clock or an earlier hand-in claims', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    // The manifest lists five hundred ops although one was written.
    requireAcceptedPush(await rig.push(device.push([handInListing({ [device.header.streamId]: 500 }, 'd')])));
    const nobody = (await rig.device(8)).header.attemptId;
    await rig.reads.recordDisclosure([id, nobody], 900);
    const end = rig.answerLog.log.end();
    await rig.reads.recordDisclosure([id, nobody], 900);
    expect(rig.answerLog.log.end()).toBe(end);
    const was = await counted(id);
    rig.time.nowMs += 60 * minute;
    for (let n = 0; n < 50; n += 1)
      requireAcceptedPush(await rig.push(device.push(Array.from({ length: 10 }, (_, at) => createAnswerOp((at % 9) + 1, 'key')))));
    const fresh = await rig.device(7, id);
    requireAcceptedPush(await rig.push(fresh.push([createAnswerOp(2, 'key')])));
    requireAcceptedPush(await rig.push(fresh.push([await createHandIn([device, fresh])])));
    expect(await counted(id)).toEqual(was);
    expect(await summary(id)).toMatchObject({ disclosed: true, concerns: { waiting: { afterDisclosure: 501 } } });
    expect(await summary(nobody)).toMatchObject({ disclosed: true });
    await rig.reads.append(id, {
      type: 'ops.decide@1',
      payload: { streamId: fresh.header.streamId, fromSeq: 1, toSeq: 1, count: true },
      actor: 900,
    });
    expect(await counted(id)).toEqual({ ...was, 2: ['key'] });
  });
  test('an absent examinee stays absent after the release, and later answers do not count by themselves', async () => {
    const device = await rig.device();
    const id = device.header.attemptId;
    expect(await summary(id, rig.time.nowMs + 1)).toMatchObject({ status: -1, stayedAway: false });
    expect(await summary(id, rig.time.nowMs)).toMatchObject({ status: -2, stayedAway: true });
    await rig.reads.recordDisclosure([id], 900);
    expect(await summary(id, rig.time.nowMs)).toMatchObject({ status: -2, stayedAway: true, disclosed: true });
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'key')])));
    expect(await counted(id)).toEqual({});
  });
});

test('SY15: evidence lists both versions of a moved examinee’s answers, and staff decide which one counts', async () => {
  const old = await rig.device();
  const id = old.header.attemptId;
  requireAcceptedPush(await rig.push(old.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'A')])));
  const kept = old.push([createAnswerOp(1, 'late'), createAnswerOp(3, 'only here'), createAnswerOp(3, 'only here, again')]);
  const epoch = await rig.reads.grantEpoch(id, 7);
  const fresh = await rig.device(7, id, epoch);
  requireAcceptedPush(await rig.push(fresh.push([createAnswerOp(1, 'B')])));
  const deadline = times();
  rig.time.nowMs += 90 * minute;
  requireAcceptedPush(await rig.push(kept));
  const evidence = await rig.reads.evidence(id, deadline);
  const { streamId } = old.header;
  expect(evidence.items.map(({ itemId }) => itemId)).toEqual(['1', '3']);
  expect(evidence.items[0]?.versions).toMatchObject([
    { streamId, seq: 1, value: ['A'], counts: true, winner: false, why: '', label: 'within', epoch: 1 },
    // The answer after the last op that arrived in time is labelled `within`: its monotonic time shows that it was written directly after that op.
    { streamId, seq: 3, value: ['late'], counts: false, why: 'olderEpoch', label: 'within', ofStream: 1 },
    { streamId: fresh.header.streamId, value: ['B'], counts: true, winner: true, epoch: 2 },
  ]);
  expect(evidence.items[1]?.versions).toMatchObject([{ seq: 5, value: ['only here, again'], why: 'olderEpoch', ofStream: 2 }]);
  expect(evidence.streams).toMatchObject([
    { streamId, ops: 5, grantedMs: null },
    { ops: 1, grantedMs: expect.any(Number) as number },
  ]);
  expect((await summary(id))?.concerns.waiting.olderEpoch).toBe(3);
  // Staff cannot decide on ops that have not arrived yet.
  const ahead = { type: 'ops.decide@1', payload: { streamId, fromSeq: 4, toSeq: 6, count: true }, actor: 31 } as const;
  await expect(rig.reads.append(id, ahead)).rejects.toThrow('does not have');
  await rig.reads.append(id, { ...ahead, payload: { ...ahead.payload, toSeq: 5 } });
  expect(await counted(id)).toEqual({ 1: ['B'], 2: ['A'], 3: ['only here, again'] });
  const after = await rig.reads.evidence(id, deadline);
  expect(after.decisions).toMatchObject([{ streamId, fromSeq: 4, toSeq: 5, count: true, actor: 31, atMs: rig.time.nowMs }]);
  expect(after.items.find(({ itemId }) => itemId === '3')?.versions).toMatchObject([{ counts: true, winner: true, why: '' }]);
});

describe('limits on what one examinee can make the server store', () => {
  test('repeated pushes are free, new streams are limited, and a refused stream is accepted later', async () => {
    const device = await rig.device();
    const push = device.push(Array.from({ length: 90 }, () => createAnswerOp(1, 'x'.repeat(1500))));
    for (let n = 0; n < 80; n += 1) requireAcceptedPush(await rig.push(push));
    let opened = 0;
    let last: Refusal | undefined;
    while (!last && opened < 300) {
      const next = await rig.device(7, device.header.attemptId);
      const outcome = await rig.push(next.push([createAnswerOp(1, 'A')]));
      if (outcome instanceof Refusal) last = outcome;
      else opened += 1;
    }
    expect(opened).toBeGreaterThan(100);
    expect(opened).toBeLessThan(140);
    expect(last?.error).toBe('tooMany');
    rig.time.nowMs += 10_000;
    requireAcceptedPush(await rig.push((await rig.device(7, device.header.attemptId)).push([createAnswerOp(1, 'A')])));
  });
  test('quarantined batches are limited per attempt, across its epochs', async () => {
    const device = await rig.device();
    const { attemptId } = device.header;
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    const forge = async (by: DeviceStream, n: number) =>
      requireRefusedPush(await rig.push({ ...by.clone().push([createAnswerOp(2, `x${n}`)]), headHash: 'A'.repeat(43) }));
    for (let n = 0; n < 100; n += 1) expect((await forge(device, n)).data).toMatchObject({ reason: 'chain', kept: true });
    const epoch = await rig.reads.grantEpoch(attemptId, 7);
    const moved = await rig.device(7, attemptId, epoch);
    requireAcceptedPush(await rig.push(moved.push([createAnswerOp(1, 'B')])));
    expect((await forge(moved, 1)).data).toMatchObject({ reason: 'chain', kept: false });
    expect((await summary(attemptId))?.concerns.aside).toBe(100);
  });
  test('repeated moves of an examinee wait longer each time', async () => {
    const { attemptId } = (await rig.device()).header;
    const reads = rig.reads;
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      waits.push(await reads.moveWaitMs(attemptId));
      await reads.grantEpoch(attemptId, 7);
    }
    expect(waits).toEqual([0, 0, 0, 0, 5_000, 10_000, 20_000, 40_000]);
    rig.time.nowMs += 80_000;
    expect(await reads.moveWaitMs(attemptId)).toBe(0);
  });
});
