import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../../server/http/handler.ts';
import { systemTimers } from '../../../server/system-ports.ts';
import {
  answerLogRigDefaults,
  createAnswerOp,
  createAnswerLogRig,
  requireAcceptedPush,
  requireRefusedPush,
} from '../fixtures/answer-log-rig.ts';

// Run the test files of the log again, now on a server's replica of a shared log.
answerLogRigDefaults.shared = true;
afterAll(() => void (answerLogRigDefaults.shared = false));

await import('./answer-log-log.test.ts');
await import('./answer-log-projection.test.ts');
await import('./push-faults.test.ts');
await import('./known-ops.test.ts');
await import('./what-counts.test.ts');
await import('./group-commit.test.ts');
await import('./projection-checkpoint.test.ts');
await import('./undelivered-answers.test.ts');

describe('two servers on one log', () => {
  const open: Awaited<ReturnType<typeof createAnswerLogRig>>[] = [];
  afterEach(() => open.splice(0).forEach((rig) => rig.close()));

  async function startTwo() {
    const first = await createAnswerLogRig('memory');
    const second = await createAnswerLogRig('memory', { like: first });
    open.push(first, second);
    return { first, second, rows: first.shared.rows };
  }

  test('SY7: a batch that both servers get at once is stored once, and both acknowledge it', async () => {
    const { first, second, rows } = await startTwo();
    const device = await first.device();
    const input = device.push([createAnswerOp(1, 'A'), createAnswerOp(2, 'B')]);
    const replies = await Promise.all([first.push(input), second.push(input)]);
    expect(replies.map((reply) => requireAcceptedPush(reply).ackedThrough)).toEqual([2, 2]);
    expect(rows.map((row) => row.pos)).toEqual([1]);
    for (const rig of [first, second]) {
      await rig.reads.waitUntilProjected();
      expect([...rig.stored().values()]).toEqual([[1, 2]]);
    }
  });

  test('SY7: a device that switches servers continues its stream without a gap or fork', async () => {
    const { first, second, rows } = await startTwo();
    const device = await first.device();
    for (let item = 1; item <= 12; item += 1) {
      const rig = item % 2 === 0 ? first : second;
      expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(item, 'A')]))).ackedThrough).toBe(item);
    }
    expect(rows.map((row) => row.pos)).toEqual(rows.map((_, at) => at + 1));
    const heads = await first.pull({ ticket: device.ticket });
    expect(heads).toMatchObject({ heads: [{ streamId: device.header.streamId, seq: 12 }] });
    await second.reads.waitUntilProjected();
    expect((await second.reads.answers(device.header.attemptId)).answers).toHaveLength(12);
    expect(await first.reads.summaries([device.header.attemptId])).toEqual(await second.reads.summaries([device.header.attemptId]));
  });

  test('SY7: a fork is quarantined once, and both servers list it', async () => {
    const { first, second } = await startTwo();
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    const rewound = device.clone();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(2, 'B')])));
    const fork = rewound.push([createAnswerOp(2, 'C')]);
    for (const rig of [second, first]) expect(requireRefusedPush(await rig.push(fork)).data).toMatchObject({ reason: 'fork', kept: true });
    for (const rig of [first, second]) {
      await rig.reads.waitUntilProjected();
      expect(rig.answerLog.log.quarantineStore.list(device.header.attemptId)).toHaveLength(1);
    }
  });

  test('SY15: two servers that grant a move at the same moment grant two different epochs', async () => {
    const { first, second } = await startTwo();
    const { attemptId } = (await first.device()).header;
    const granted = await Promise.all([
      first.reads.grantEpoch(attemptId, 7),
      second.reads.grantEpoch(attemptId, 7),
      first.reads.grantEpoch(attemptId, 7),
    ]);
    expect(new Set(granted)).toEqual(new Set([2, 3, 4]));
    await second.reads.waitUntilProjected();
    expect(
      second.answerLog.projector
        .attempt(attemptId)
        ?.state.grants.map(({ epoch }) => epoch)
        .toSorted(),
    ).toEqual([2, 3, 4]);
  });

  test('SY23: two servers that release the scores of an attempt at the same moment write one disclosure', async () => {
    const { first, second } = await startTwo();
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    await Promise.all([first, second].map((rig) => rig.reads.recordDisclosure([device.header.attemptId], 1)));
    for (const rig of [first, second]) {
      await rig.reads.waitUntilProjected();
      expect(rig.answerLog.projector.attempt(device.header.attemptId)?.state.disclosures).toHaveLength(1);
    }
  });

  test('SY23: a release overtaken by another server’s entry fails without a retry, and its caller decides again', async () => {
    const { first, second } = await startTwo();
    const { attemptId } = (await first.device()).header;
    const decidedAt = first.reads.logEnd();
    await second.reads.grantEpoch(attemptId, 7);
    let writes = 0;
    const { queue } = first.answerLog;
    const write = queue.write.bind(queue);
    queue.write = (work) => {
      writes += 1;
      return write(work);
    };
    await expect(first.reads.recordDisclosure([attemptId], 1, decidedAt)).rejects.toThrow('another server decided at the same time');
    expect(writes).toBe(1);
    await first.reads.recordDisclosure([attemptId], 1, first.reads.logEnd());
    expect(first.answerLog.projector.attempt(attemptId)?.state.disclosures).toHaveLength(1);
  });

  test('SY24: an answer before the start is early on a server that did not publish the exam', async () => {
    const { first, second, rows } = await startTwo();
    const device = await first.device();
    await first.reads.registerStart([device.header.attemptId], first.time.nowMs + 60_000);
    requireAcceptedPush(await second.push(device.push([createAnswerOp(1, 'A')])));
    await first.reads.waitUntilProjected();
    expect(first.answerLog.log.batchWith(device.header.streamId, 1)?.earlyUntilMs).toBe(first.time.nowMs + 60_000);
    expect((await first.reads.summaries([device.header.attemptId]))[0]?.concerns.early).toBe(1);
    // Announcing the same start of the exam again writes nothing to the log.
    const before = rows.length;
    await second.reads.registerStart([device.header.attemptId], first.time.nowMs + 60_000);
    expect(rows).toHaveLength(before);
  });

  test('a server opens the stream keys that another server stored, so that it can take over at once', async () => {
    const { first, second } = await startTwo();
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    await second.reads.waitUntilProjected();
    const stored = second.answerLog.log.findStoredStream(device.header.streamId) ?? expect.fail('the stream is missing');
    expect(second.answerLog.keyring.ready(stored.header)).toBeDefined();
  });

  test('a poll that waits at one server is answered when another server stores news', async () => {
    const { first, second } = await startTwo();
    const stop = second.answerLog.follow(systemTimers);
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    await second.reads.waitUntilProjected();
    const seen = await second.pull({ ticket: device.ticket });
    if (seen instanceof Refusal) throw seen;
    const waiting = second.pull({ ticket: device.ticket, newsSeen: seen.news?.version ?? 0, waitMs: 600_000 });
    await first.reads.grantEpoch(device.header.attemptId, 7);
    expect(await waiting).toMatchObject({ news: { epoch: 2 } });
    stop();
  });

  test('the lag of a server counts the rows that only another server has projected', async () => {
    const { first, second } = await startTwo();
    const device = await first.device();
    for (const item of [1, 2, 3]) requireAcceptedPush(await first.push(device.push([createAnswerOp(item, 'A')])));
    const lag = (): number => second.answerLog.gauges().projection_behind;
    const { shared } = second;
    const read = shared.readAfter.bind(shared);
    const held = Promise.withResolvers<void>();
    shared.readAfter = (...args) => held.promise.then(() => read(...args));
    const stop = second.answerLog.follow(systemTimers);
    await expect.poll(lag).toBe(3);
    held.resolve();
    await expect.poll(lag).toBe(0);
    stop();
  });

  test('SY8: a server ends when its log gets another epoch, and all servers then share one new epoch', async () => {
    const { first, second } = await startTwo();
    const stop = second.answerLog.follow(systemTimers);
    const device = await first.device();
    for (const item of [1, 2]) requireAcceptedPush(await first.push(device.push([createAnswerOp(item, 'A')])));
    await second.reads.waitUntilProjected();
    first.shared.rows.splice(1);
    await first.restart();
    const { serverEpoch } = first.shared;
    expect((await second.answerLog.fatalError).message).toBe('the answer log was restored while this server ran: restart the server');
    stop();
    await second.restart();
    expect(first.shared.serverEpoch).toBe(serverEpoch);
    expect([first, second].map((rig) => rig.answerLog.log.serverEpoch)).toEqual([serverEpoch, serverEpoch]);
  });

  test('a commit with an unknown outcome acknowledges nothing; the repeated batch is found stored', async () => {
    const { first, rows } = await startTwo();
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    const input = device.push([createAnswerOp(2, 'B')]);
    first.shared.loseNextAnswer();
    expect(requireRefusedPush(await first.push(input)).error).toBe('unavailable');
    expect(rows).toHaveLength(2);
    expect(requireAcceptedPush(await first.push(input)).ackedThrough).toBe(2);
    expect(rows).toHaveLength(2);
  });

  test('28, SY7: a batch overtaken by another server five times is answered busy, and is stored when sent again', async () => {
    const { first, second, rows } = await startTwo();
    const device = await first.device();
    requireAcceptedPush(await first.push(device.push([createAnswerOp(1, 'A')])));
    const tablet = await first.device(8, device.header.attemptId);
    const input = device.push([createAnswerOp(2, 'B')]);
    let overtaken = 0;
    first.shared.overtakeAppends(() => {
      overtaken += 1;
      return second.push(tablet.push([createAnswerOp(3, 'C')]));
    });
    expect(requireRefusedPush(await first.push(input)).error).toBe('tooMany');
    expect(overtaken).toBe(5);
    first.shared.overtakeAppends(undefined);
    expect(requireAcceptedPush(await first.push(input)).ackedThrough).toBe(2);
    expect(rows.map((row) => row.pos)).toEqual(rows.map((_, at) => at + 1));
    expect(rows).toHaveLength(7);
  });

  test('SY8: a restored shared log has another server epoch: the replica is refilled, and devices send again', async () => {
    const { first } = await startTwo();
    const device = await first.device();
    const [one, two] = [device.push([createAnswerOp(1, 'A')]), device.push([createAnswerOp(2, 'B')])];
    requireAcceptedPush(await first.push(one));
    const before = requireAcceptedPush(await first.push(two)).serverEpoch;
    first.shared.rows.splice(1);
    await first.restart();
    const heads = await first.pull({ ticket: device.ticket, serverEpoch: before, waitMs: 25_000 });
    expect(heads).toMatchObject({ heads: [{ streamId: device.header.streamId, seq: 1, hash: one.headHash }] });
    expect(requireAcceptedPush(await first.push(two)).serverEpoch).not.toBe(before);
    expect([...first.stored().values()]).toEqual([[1, 2]]);
  });

  test('the log of a single server moves into an empty shared log with its answers, time labels and receipts', async () => {
    answerLogRigDefaults.shared = false;
    const own = await createAnswerLogRig('memory');
    answerLogRigDefaults.shared = true;
    open.push(own);
    const device = await own.device();
    await own.reads.registerStart([device.header.attemptId], own.time.nowMs + 60_000);
    requireAcceptedPush(await own.push(device.push([createAnswerOp(1, 'A')])));
    own.time.nowMs += 120_000;
    requireAcceptedPush(await own.push(device.push([createAnswerOp(2, 'B')])));
    const rewound = device.clone();
    requireAcceptedPush(await own.push(device.push([createAnswerOp(3, 'C')])));
    requireRefusedPush(await own.push(rewound.push([createAnswerOp(3, 'D')])));
    await own.reads.waitUntilProjected();
    const before = await own.reads.summaries([device.header.attemptId]);
    const { serverEpoch } = own.answerLog.log;
    own.answerLog.close();

    await own.restart();
    await own.reads.waitUntilProjected();
    expect(await own.reads.summaries([device.header.attemptId])).toEqual(before);
    expect(own.answerLog.log.serverEpoch).toBe(serverEpoch);
    expect(requireAcceptedPush(await own.push(device.push([createAnswerOp(4, 'E')]))).ackedThrough).toBe(4);
    // Simulates a crash after the server's log was moved into the shared log but before the replica recorded it. The next start fills the replica
    // again.
    own.handles.log.exec("DELETE FROM log_meta WHERE key = 'through'");
    await own.restart();
    expect([...own.stored().values()]).toEqual([[1, 2, 3, 4]]);
    expect(own.answerLog.log.serverEpoch).toBe(serverEpoch);
    // A server with an empty disk computes the same state from the shared log.
    const other = await createAnswerLogRig('memory', { like: own });
    open.push(other);
    await Promise.all([own, other].map((rig) => rig.reads.waitUntilProjected()));
    expect([...other.stored().values()]).toEqual([[1, 2, 3, 4]]);
    expect(await other.reads.summaries([device.header.attemptId])).toEqual(await own.reads.summaries([device.header.attemptId]));
  });

  test('a server with answers of its own is refused at a shared log that has answers', async () => {
    const { first } = await startTwo();
    requireAcceptedPush(await first.push((await first.device()).push([createAnswerOp(1, 'A')])));
    answerLogRigDefaults.shared = false;
    await first.restart();
    answerLogRigDefaults.shared = true;
    await expect(first.restart()).rejects.toThrow(/log\.db and the database hold the answers of different servers/);
  });
});
