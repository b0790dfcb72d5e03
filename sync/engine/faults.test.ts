import { expect, test } from 'vitest';
import { createSyncAgent } from './outbox/sync-agent.ts';
import { createMemoryClientStore, createEmptyDisk } from './store/memory-client-store.ts';
import { openExamClock } from './client/exam-clock.ts';
import { createFaultReporter } from './faults.ts';
import { createReplicaTimeouts } from './store/replica-timeouts.ts';
import { type ClientStore, NetworkFault, StorageFault } from './ports.ts';

const never = { sleep: (_ms: number, signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())) };
const clock = { wallMs: () => 0, monoMs: () => 0 };
const noAnswer = () => Promise.reject(new NetworkFault('none'));
const transport = { push: noAnswer, pull: noAnswer, time: noAnswer };

function reports() {
  const reported: string[] = [];
  return { reported, onFault: (error: unknown, where: string) => void reported.push(`${where}: ${(error as Error).message}`) };
}

/** Runs an agent whose store fails every read, until each of its loops sleeps after the failure. */
async function failingAgent(fault: Error): Promise<string[]> {
  const { reported, onFault } = reports();
  const fail = () => Promise.reject(fault);
  const store: ClientStore = {
    ...createMemoryClientStore(createEmptyDisk, async (_kind, work) => work()),
    undelivered: fail,
    sittings: fail,
  };
  const stop = new AbortController();
  let sleeping = 0;
  const asleep = new Promise<void>((done) => {
    const sleep = (ms: number, signal: AbortSignal) => {
      sleeping += 1;
      if (sleeping === 2) done();
      return never.sleep(ms, signal);
    };
    const agent = createSyncAgent({
      store,
      transport,
      leadership: { run: (lead, signal) => lead(signal) },
      peers: { announce: () => undefined, onAnnounced: () => () => undefined },
      clock,
      timers: { sleep },
      chance: { uuid: () => '', random: () => 0.5 },
      verifyReceipt: () => Promise.resolve(true),
      onFault,
    });
    void agent.run(stop.signal);
  });
  await asleep;
  stop.abort();
  return reported.toSorted();
}

test('the push and pull loops report a bug in the store and go on, but do not report a full disk', async () => {
  expect(await failingAgent(new TypeError('rows is undefined'))).toEqual(['pull: rows is undefined', 'push: rows is undefined']);
  expect(await failingAgent(new StorageFault('quota', 'full'))).toEqual([]);
});

test('the push and pull loops report a bug that the store wrapped in a StorageFault', async () => {
  expect(await failingAgent(new StorageFault('storage', new TypeError('x of undefined')))).toEqual([
    'pull: x of undefined',
    'push: x of undefined',
  ]);
});

test('a missing connection, aborted work and a closed store are not reported', () => {
  const { reported, onFault } = reports();
  const report = createFaultReporter(onFault, 'pull');
  report(new NetworkFault('none', { cause: new TypeError('failed to fetch') }));
  report(Object.assign(new Error('stopped'), { name: 'AbortError' }));
  report(new StorageFault('storage', new Error('closed')));
  expect(reported).toEqual([]);
});

test('the exam clock reports a bug when it reads its checkpoint, and opens', async () => {
  const { reported, onFault } = reports();
  const store = {
    ...createMemoryClientStore(createEmptyDisk, async (_kind, work) => work()),
    clockCheckpoint: () => Promise.reject(new RangeError('bad row')),
  };
  const times = () => ({ startMs: 0, durationMs: 60_000, extensionMs: 0 });
  const exam = await openExamClock({ attemptId: 'a', documentId: 'd', store, transport, clock, timers: never, times, onFault });
  expect(exam.now().remainingMs).toBe(60_000);
  expect(reported).toEqual(['clock: bad row']);
});

test('a replica that fails after its time is up is still reported', async () => {
  const { reported, onFault } = reports();
  const { inTime } = createReplicaTimeouts({ sleep: () => Promise.resolve() }, createFaultReporter(onFault, 'storage'));
  let fail: (fault: Error) => void = () => undefined;
  const work = new Promise<never>((_, reject) => (fail = reject));
  await expect(inTime(work, 10)).rejects.toThrow('no answer');
  fail(new Error('too late'));
  await expect(work).rejects.toThrow('too late');
  expect(reported).toEqual(['storage: too late']);
});
