import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../server/db/opening/open.ts';
import { markRestored } from '../../../server/answer-log/answer-log.ts';
import { systemRandom } from '../../../server/system-ports.ts';
import {
  answerLogRigDefaults,
  requireAcceptedPush,
  createAnswerOp,
  createAnswerLogRig,
  requireRefusedPush,
} from '../fixtures/answer-log-rig.ts';

describe.each(['memory', 'file'] as const)('the answer log, in %s', (where) => {
  let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
  beforeEach(async () => {
    rig = await createAnswerLogRig(where);
  });
  afterEach(() => rig.close());

  test('SY6: a batch is stored when it is acknowledged with its last seq and hash', async () => {
    const device = await rig.device();
    const input = device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
    const reply = requireAcceptedPush(await rig.push(input));
    expect(reply).toMatchObject({ ackedThrough: 2, headHash: input.headHash, serverEpoch: rig.answerLog.log.serverEpoch });
    expect([...rig.stored().values()]).toEqual([[1, 2]]);
    // SQLite's `synchronous`: 2 is FULL, 1 is NORMAL. A replica of a shared log may lose its last rows, because they are durable in the shared log.
    expect(rig.handles.log.pragma('synchronous', { simple: true })).toBe(answerLogRigDefaults.shared ? 1 : 2);
  });

  test('SY7: repeated and overlapping batches store nothing twice', async () => {
    const device = await rig.device();
    const first = device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
    const second = device.push([createAnswerOp(3, 'C')]);
    const both = { ...first, ops: [...first.ops, ...second.ops], headHash: second.headHash };
    requireAcceptedPush(await rig.push(first));
    expect(requireAcceptedPush(await rig.push(first)).ackedThrough).toBe(2);
    expect(requireAcceptedPush(await rig.push(both)).ackedThrough).toBe(3);
    expect(requireAcceptedPush(await rig.push(second)).ackedThrough).toBe(3);
    // A device whose disk was rewound has only these two ops, so the reply must name the head at seq 2, which the device can compare (SY6).
    expect(requireAcceptedPush(await rig.push(first))).toMatchObject({ ackedThrough: 2, headHash: first.headHash });
    expect([...rig.stored().values()]).toEqual([[1, 2, 3]]);
  });

  test('SY7: concurrent, repeated batches of many streams are stored once and in order', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, (_, n) => rig.device(n + 1)));
    const rounds = Array.from({ length: 5 }, (_, r) => devices.map((d) => d.push([createAnswerOp(r, 'A'), createAnswerOp(r + 1, 'B')])));
    for (const round of rounds)
      await Promise.all(round.flatMap((input) => [rig.push(input), rig.push(input)]).map(async (p) => requireAcceptedPush(await p)));
    const stored = rig.stored();
    expect(stored.size).toBe(20);
    for (const seqs of stored.values()) expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('SY7: the first batch of a stream, sent three times at once, opens one stream', async () => {
    const input = (await rig.device()).push([createAnswerOp(1, 'A')]);
    const replies = await Promise.all([rig.push(input), rig.push(input), rig.push(input)]);
    expect(replies.map((r) => requireAcceptedPush(r).ackedThrough)).toEqual([1, 1, 1]);
    expect([...rig.stored().values()]).toEqual([[1]]);
  });

  test('an empty batch is answered with the head', async () => {
    const device = await rig.device();
    const first = device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
    requireAcceptedPush(await rig.push(first));
    expect(requireAcceptedPush(await rig.push({ ...first, ops: [] }))).toMatchObject({ ackedThrough: 2, headHash: first.headHash });
  });

  test('streams, heads and keys survive a crash and a restart', async () => {
    const device = await rig.device();
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
    await rig.restart();
    requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'B')])));
    rig.answerLog.close();
    await rig.restart();
    expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(3, 'C')]))).ackedThrough).toBe(3);
    expect([...rig.stored().values()]).toEqual([[1, 2, 3]]);
  });

  test('a crash before the commit stores nothing, and the batch is accepted when it is sent again', async () => {
    const device = await rig.device();
    const input = device.push([createAnswerOp(1, 'A')]);
    requireAcceptedPush(await rig.push({ ...input, ops: [] }));
    let isAcknowledged = false;
    void rig.push(input).then(
      () => (isAcknowledged = true),
      () => undefined,
    );
    await rig.restart();
    expect([isAcknowledged, rig.stored().size]).toEqual([false, 0]);
    expect(requireAcceptedPush(await rig.push(input)).ackedThrough).toBe(1);
  });

  // A shared log is restored by PostgreSQL's tools instead; shared-log.test.ts covers that.
  test.skipIf(answerLogRigDefaults.shared)('SY8: a restored backup gets another server epoch and accepts the lost ops again', async () => {
    const device = await rig.device();
    const [first, second] = [device.push([createAnswerOp(1, 'A')]), device.push([createAnswerOp(2, 'B')])];
    requireAcceptedPush(await rig.push(first));
    const backup = rig.backup();
    const before = requireAcceptedPush(await rig.push(second)).serverEpoch;
    await rig.reads.waitUntilProjected();
    rig.answerLog.close();

    const log = backup();
    markRestored({ log, chance: systemRandom });
    await rig.restart({ log });
    const heads = await rig.pull({ ticket: device.ticket, serverEpoch: before, waitMs: 25_000 });
    expect(heads).toMatchObject({ heads: [{ streamId: device.header.streamId, seq: 1, hash: first.headHash }] });
    const reply = requireAcceptedPush(await rig.push(second));
    expect(reply.serverEpoch).not.toBe(before);
    expect([...rig.stored().values()]).toEqual([[1, 2]]);
    await rig.reads.waitUntilProjected();
    expect((await rig.reads.answers(device.header.attemptId)).answers).toHaveLength(2);
  });

  // A shared log is restored by PostgreSQL's tools instead; shared-log.test.ts covers that.
  test.skipIf(answerLogRigDefaults.shared)(
    'SY8: a log file replaced by hand is detected by its projections and gets another server epoch',
    async () => {
      const device = await rig.device();
      requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')])));
      const backup = rig.backup();
      const before = rig.answerLog.log.serverEpoch;
      requireAcceptedPush(await rig.push(device.push([createAnswerOp(2, 'B')])));
      await rig.reads.waitUntilProjected();
      rig.answerLog.close();
      await rig.restart({ log: backup() });
      expect(rig.answerLog.log.serverEpoch).not.toBe(before);
    },
  );

  test('SY8: ops for an attempt that this server does not know are stored', async () => {
    const device = await rig.device(99);
    expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')]))).ackedThrough).toBe(1);
  });
});

test('a commit that fails stores nothing and is answered "unavailable"; the next one succeeds', async () => {
  const rig = await createAnswerLogRig('memory');
  const device = await rig.device();
  const input = device.push([createAnswerOp(1, 'A')]);
  requireAcceptedPush(await rig.push({ ...input, ops: [] }));
  rig.handles.log.exec('ALTER TABLE batch RENAME TO elsewhere');
  expect(requireRefusedPush(await rig.push(input))).toMatchObject({ error: 'unavailable' });
  rig.handles.log.exec('ALTER TABLE elsewhere RENAME TO batch');
  expect(requireAcceptedPush(await rig.push(input)).ackedThrough).toBe(1);
  expect([...rig.stored().values()]).toEqual([[1]]);
  rig.close();
});

test('openSqlite opens a database with synchronous=FULL', () => {
  expect(openSqlite(':memory:').pragma('synchronous', { simple: true })).toBe(2);
});
