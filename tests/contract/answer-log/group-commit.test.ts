import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig } from '../fixtures/answer-log-rig.ts';

let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
beforeEach(async () => {
  rig = await createAnswerLogRig('memory');
});
afterEach(() => rig.close());

const refuseTo = (sql: string): void => {
  const { log } = rig.handles;
  const exec = log.exec.bind(log);
  log.exec = (source) => {
    if (source === sql) throw new Error(`${sql} refused`);
    return exec(source);
  };
};
const failing = () => rig.answerLog.queue.write(() => expect.unreachable('fails in the commit'));

test('an entry that fails in a group commit does not fail the others', async () => {
  const devices = await Promise.all(Array.from({ length: 20 }, (_, at) => rig.device(at + 1)));
  const pushes = devices.map((device) => device.push([createAnswerOp(1, 'A')]));
  // The first batches make the server open the stream keys. The second batches then share one group commit with the failing entry.
  for (const push of pushes) requireAcceptedPush(await rig.push(push));
  const seconds = devices.map((device) => device.push([createAnswerOp(2, 'B')]));
  const [failed, ...pushed] = await Promise.all([failing(), ...seconds.map((push) => rig.push(push)), failing()]);
  expect(failed).toEqual({ kind: 'failed' });
  expect(pushed.pop()).toEqual({ kind: 'failed' });
  expect(pushed).toMatchObject(devices.map(() => ({ ackedThrough: 2 })));
  for (const { header } of devices) expect(rig.stored().get(header.streamId)).toEqual([1, 2]);
  // After a restart the server reads the acknowledged heads from the same database.
  await rig.restart();
  for (const { header } of devices) expect(rig.answerLog.log.head(header.streamId)?.seq).toBe(2);
});

test('a failed rollback stops the queue, and no uncommitted op is acknowledged', async () => {
  const device = await rig.device();
  const first = device.push([createAnswerOp(1, 'A')]);
  requireAcceptedPush(await rig.push(first));
  const second = device.push([createAnswerOp(2, 'B')]);
  refuseTo('COMMIT');
  refuseTo('ROLLBACK');
  expect(await rig.push(second)).toMatchObject({ error: 'unavailable' });
  expect((await rig.answerLog.queue.fatalError).message).toBe("the answer log can't be rolled back: ROLLBACK refused");
  expect(rig.answerLog.log.head(device.header.streamId)?.seq).toBe(1);
  // The transaction is still open. The repeated batch must not be acknowledged on the basis of its uncommitted rows.
  expect(await rig.push(second)).toMatchObject({ error: 'unavailable' });
  expect(await failing()).toEqual({ kind: 'failed' });
});
