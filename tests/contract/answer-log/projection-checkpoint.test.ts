import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHandIn } from '../../device/hand-in.ts';
import type { DeviceStream, OpToWrite } from '../../device/sealed-stream.ts';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig } from '../fixtures/answer-log-rig.ts';

let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
beforeEach(async () => {
  rig = await createAnswerLogRig('memory');
});
afterEach(() => rig.close());

const enter: OpToWrite = { type: 'attempt.enter@1', payload: {} };
const summary = async (device: DeviceStream) => (await rig.reads.summaries([device.header.attemptId]))[0];

test('a projection that a full disk refused at a checkpoint is written at the next one', async () => {
  const [first, second] = [await rig.device(1), await rig.device(2)];
  const { projections } = rig.handles;
  projections.exec(
    `CREATE TRIGGER full BEFORE INSERT ON attempt WHEN NEW.attempt_id = '${second.header.attemptId}' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  requireAcceptedPush(await rig.push(first.push([enter, createAnswerOp(1, 'A')])));
  requireAcceptedPush(await rig.push(first.push([await createHandIn([first])])));
  await rig.reads.waitUntilProjected();
  rig.time.nowMs += 31_000;
  requireAcceptedPush(await rig.push(second.push([enter, createAnswerOp(1, 'B')])));
  await vi.waitFor(() => expect(rig.logged.map(({ message }) => message)).toContain('the projection of the log stopped'));

  projections.exec('DROP TRIGGER full');
  rig.time.nowMs += 31_000;
  requireAcceptedPush(await rig.push(second.push([createAnswerOp(2, 'C')])));
  await rig.reads.waitUntilProjected();
  const cursor = projections.prepare("SELECT value FROM projection_meta WHERE key = 'cursor'").pluck();
  await vi.waitFor(() => expect(Number(cursor.get())).toBe(rig.answerLog.log.end()));
  await rig.restart();
  await rig.reads.waitUntilProjected();
  expect(await summary(first)).toMatchObject({ handedIn: true, complete: true, answered: 1 });
  expect(await summary(second)).toMatchObject({ answered: 2 });
});

test('a server stopped while it opens the ops of a hand-in signs the receipt after its next start', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const device = await rig.device(turns + 10);
    const tab = await rig.device(turns + 10, device.header.attemptId);
    requireAcceptedPush(await rig.push(device.push([enter, createAnswerOp(1, 'A')])));
    requireAcceptedPush(await rig.push(tab.push([createAnswerOp(2, 'B')])));
    await rig.reads.waitUntilProjected();
    rig.answerLog.close();
    await rig.restart();
    requireAcceptedPush(await rig.push(device.push([await createHandIn([device, tab])])));
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    rig.answerLog.close();
    await rig.restart();
    await rig.reads.waitUntilProjected();
    expect(await summary(device), `stopped after ${turns} turns`).toMatchObject({ handedIn: true, complete: true, answered: 2 });
    expect((await summary(device))?.receipt).not.toBeNull();
  }
});
