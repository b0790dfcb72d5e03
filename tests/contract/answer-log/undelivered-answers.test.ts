import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import { NetworkFault, type TabChannel } from '../../../sync/engine/ports.ts';
import { createSyncAgent } from '../../../sync/engine/outbox/sync-agent.ts';
import { hashText, randomBytes } from '../../../sync/crypto/bytes.ts';
import { openVault } from '../../../sync/crypto/vault.ts';
import { Refusal } from '../../../server/http/handler.ts';
import { systemTimers } from '../../../server/system-ports.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { createAnswerLogRig } from '../fixtures/answer-log-rig.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

const attemptId = randomUUID();
const seat = { attemptId, planId: 1, actor: 7, schoolId: 1 };
type Rig = Awaited<ReturnType<typeof createAnswerLogRig>>;

/** Runs one PC with the real engine over the real answer log, with a network that can be cut. */
async function pc(rig: Rig) {
  const vault = await openVault(randomBytes(32));
  const disk = createEmptyDisk();
  const store = createMemoryClientStore(
    () => disk,
    (_kind, work) => Promise.resolve().then(work),
  );
  const wire = { online: true };
  const heard = new Set<Parameters<TabChannel['onAnnounced']>[0]>();
  const peers: TabChannel = {
    announce: (note) => setImmediate(() => heard.forEach((hear) => hear(note))),
    onAnnounced: (hear) => (heard.add(hear), () => void heard.delete(hear)),
  };
  const sent = <T>(work: () => Promise<T>): Promise<T> => (wire.online ? work() : Promise.reject(new NetworkFault('no cable')));
  const ports = {
    store,
    peers,
    clock: { wallMs: () => Date.now(), monoMs: () => performance.now() },
    timers: systemTimers,
    onFault: failOnFault,
    chance: { uuid: () => randomUUID(), random: () => Math.random() },
  };
  const agent = createSyncAgent({
    ...ports,
    transport: {
      push: (input) =>
        sent(async () => {
          const answer = await rig.push(input);
          return answer instanceof Refusal
            ? { kind: 'refused', code: 1002, msg: '', data: answer.data as never }
            : { kind: 'ok', ...answer };
        }),
      pull: (input) =>
        sent(async () => {
          await rig.reads.waitUntilProjected();
          const answer = await rig.pull({ ...input, waitMs: 0 });
          // Yield to the event loop: the reply comes without waiting, and the agent polls again at once.
          await new Promise((next) => setImmediate(next));
          return answer instanceof Refusal ? { kind: 'refused', code: 1003, msg: '' } : { kind: 'ok', ...answer };
        }),
      time: () => sent(async () => ({ serverNow: rig.time.nowMs, serverEpoch: rig.answerLog.log.serverEpoch })),
    },
    leadership: { run: (lead, signal) => lead(signal) },
    verifyReceipt: () => Promise.resolve(true),
  });
  const closing = new AbortController();
  const running = agent.run(closing.signal);
  return {
    wire,
    online: () => agent.online(),
    async sit(epoch: number) {
      const grant = rig.reads.issueSitting({ ...seat, epoch });
      const kept = { lamport: 0, handIn: null, news: null, receipt: null, archivedMs: null };
      await store.saveSitting({ ...seat, ...grant, ...kept, wrappedSittingKey: await vault.wrapSittingKey(grant) });
      const session = await openAttempt({ ...ports, attemptId, documentId: randomUUID(), vault, digest: hashText });
      return session;
    },
    async end() {
      closing.abort();
      await running;
    },
  };
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(what, { interval: 2 }).toBe(true);
}

test('SY15: after A→B→A, undelivered answers of A are offered only at A, and count once resubmitted', async () => {
  const rig = await createAnswerLogRig('memory');
  const [a, b] = [await pc(rig), await pc(rig)];
  const atA = await a.sit(1);
  await atA.setAnswer('1', ['A']);
  await until(() => atA.view().saveStatus.received === atA.view().saveStatus.localCount);
  expect((await rig.reads.readPresence(attemptId, 1)).heardMs).toBe(rig.time.nowMs);
  a.wire.online = false;
  for (const [item, value] of [
    ['1', 'B'],
    ['2', 'C'],
    ['3', 'D'],
    ['4', 'A'],
  ] as const)
    await atA.setAnswer(item, [value]);
  await atA.setFlag('2', true);

  const epoch2 = await rig.reads.grantEpoch(attemptId, 7);
  const atB = await b.sit(epoch2);
  await atB.setAnswer('3', ['A']);
  await until(() => atB.view().saveStatus.received === atB.view().saveStatus.localCount);
  expect(await atB.listUndeliveredAnswers()).toEqual([]);

  const epoch3 = await rig.reads.grantEpoch(attemptId, 7);
  atA.close();
  a.wire.online = true;
  a.online();
  const back = await a.sit(epoch3);
  // Four answers wait for a staff decision; the review flag among the undelivered ops needs none.
  await until(() => back.view().news?.waiting === 4);
  const left = await back.listUndeliveredAnswers();
  expect(left.toSorted((x, y) => (x.itemId < y.itemId ? -1 : 1))).toEqual([
    { itemId: '1', value: ['B'], counted: ['A'] },
    { itemId: '2', value: ['C'], counted: undefined },
    { itemId: '3', value: ['D'], counted: undefined },
    { itemId: '4', value: ['A'], counted: undefined },
  ]);
  const counted = async () => new Map((await rig.reads.answers(attemptId)).answers.map(({ itemId, value }) => [itemId, value[0]]));
  expect(await counted()).toEqual(
    new Map([
      ['1', 'A'],
      ['3', 'A'],
    ]),
  );
  // The examinee writes one of the undelivered answers again at the current PC. No staff decision is needed.
  await back.setAnswer('2', ['C']);
  await until(async () => (await rig.reads.waitUntilProjected(), (await counted()).get('2') === 'C'));
  expect((await counted()).get('4')).toBeUndefined();
  // All four undelivered answers still wait until staff decide about them.
  expect(back.view().news?.waiting).toBe(4);
  back.close();
  atB.close();
  await Promise.all([a.end(), b.end()]);
});
