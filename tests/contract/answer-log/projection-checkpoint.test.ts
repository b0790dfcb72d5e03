import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handInOf } from '../../device/hand-in.ts';
import type { SealedStream, Typed } from '../../device/sealed-stream.ts';
import { accepted, answer, ingestRig } from '../fixtures/ingest-rig.ts';

let rig: Awaited<ReturnType<typeof ingestRig>>;
beforeEach(async () => {
  rig = await ingestRig('memory');
});
afterEach(() => rig.close());

const enter: Typed = { type: 'attempt.enter@1', payload: {} };
const summary = async (device: SealedStream) => (await rig.reads.summaries([device.header.attemptId]))[0];

test('what a full disk threw back at a checkpoint is written at the next one', async () => {
  const [first, second] = [await rig.device(1), await rig.device(2)];
  const { projections } = rig.handles;
  projections.exec(
    `CREATE TRIGGER full BEFORE INSERT ON attempt WHEN NEW.attempt_id = '${second.header.attemptId}' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  accepted(await rig.push(first.push([enter, answer(1, 'A')])));
  accepted(await rig.push(first.push([await handInOf([first])])));
  await rig.reads.untilProjected();
  rig.time.nowMs += 31_000;
  accepted(await rig.push(second.push([enter, answer(1, 'B')])));
  await vi.waitFor(() => expect(rig.logged.map(({ message }) => message)).toContain('projecting stopped'));

  projections.exec('DROP TRIGGER full');
  rig.time.nowMs += 31_000;
  accepted(await rig.push(second.push([answer(2, 'C')])));
  await rig.reads.untilProjected();
  const cursor = projections.prepare("SELECT value FROM projection_meta WHERE key = 'cursor'").pluck();
  await vi.waitFor(() => expect(Number(cursor.get())).toBe(rig.ingest.log.end()));
  rig.restart();
  await rig.reads.untilProjected();
  expect(await summary(first)).toMatchObject({ handedIn: true, complete: true, answered: 1 });
  expect(await summary(second)).toMatchObject({ answered: 2 });
});

test('a server that stops while it opens what a hand-in lists signs the receipt after its next start', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const device = await rig.device(turns + 10);
    const tab = await rig.device(turns + 10, device.header.attemptId);
    accepted(await rig.push(device.push([enter, answer(1, 'A')])));
    accepted(await rig.push(tab.push([answer(2, 'B')])));
    await rig.reads.untilProjected();
    rig.ingest.close();
    rig.restart();
    accepted(await rig.push(device.push([await handInOf([device, tab])])));
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    rig.ingest.close();
    rig.restart();
    await rig.reads.untilProjected();
    expect(await summary(device), `stopped after ${turns} turns`).toMatchObject({ handedIn: true, complete: true, answered: 2 });
    expect((await summary(device))?.receipt).not.toBeNull();
  }
});
