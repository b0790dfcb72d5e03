import { expect, test } from 'vitest';
import { apiErrors } from '../../../sync/contract/errors.ts';
import type { StreamHead } from '../../../sync/contract/exams/sync.ts';
import { NetworkFault, type TabMessage, type PullReply, type PushReply, type StreamRow } from '../../../sync/engine/ports.ts';
import { countOps, countRelayedOps } from '../../../sync/engine/client/undelivered-age.ts';
import { createSyncAgent } from '../../../sync/engine/outbox/sync-agent.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { storedAttemptId, createOpRow, createSittingRow, streamId, createStreamRow } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

interface Talk {
  readonly push: PushReply;
  /** The server's replies to successive polls for news. The last one is repeated. */
  readonly pulls: readonly PullReply[];
}

/**
 * Runs the agent of one tab for some rounds, over one stream of three ops. `late`: change of the stream's row after the third poll, as if another tab
 * wrote an op.
 */
async function afterTalking({ push, pulls }: Talk, acked: Partial<StreamRow> = {}, late?: Partial<StreamRow>) {
  const disk = createEmptyDisk();
  const ops = [1, 2, 3].map((seq) => createOpRow(seq));
  const row = createStreamRow({ headSeq: 3, headHash: ops[2]?.hash ?? '', ...acked });
  disk.sittings.set(storedAttemptId, createSittingRow());
  disk.streams.set(streamId, row);
  disk.ops.set(streamId, ops);
  const ending = new AbortController();
  let [pushed, polled, slept, monoMs] = [0, 0, 0, 0];
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    slept += 1;
    monoMs += Math.min(ms, 5_000);
    if (polled === 3 && late) disk.streams.set(streamId, { ...row, ...late });
    if (slept > 60) ending.abort();
    if (!signal.aborted) await new Promise((done) => setImmediate(done));
  };
  const agent = createSyncAgent({
    store: createMemoryClientStore(
      () => disk,
      (_kind, work) => Promise.resolve().then(work),
    ),
    transport: {
      push() {
        pushed += 1;
        return Promise.resolve(push);
      },
      pull() {
        polled += 1;
        return Promise.resolve(pulls[Math.min(polled, pulls.length) - 1] ?? silent);
      },
      time: () => Promise.resolve({ serverNow: 1, serverEpoch: 'e2' }),
    },
    leadership: { run: (lead, signal) => lead(signal) },
    onFault: failOnFault,
    peers: { announce: () => undefined, onAnnounced: () => () => undefined },
    clock: { wallMs: () => 1, monoMs: () => monoMs },
    timers: { sleep },
    chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    verifyReceipt: () => Promise.resolve(true),
  });
  await agent.run(ending.signal);
  return { row: disk.streams.get(streamId), pushed };
}

const silent: PullReply = { kind: 'refused', code: apiErrors.forbidden.code, msg: '' };

test('SY7: a refusal by another service at this address, without a reason, retires no stream', async () => {
  const stranger: PushReply = { kind: 'refused', code: apiErrors.unknownCall.code, msg: 'no such call', data: null };
  const { row } = await afterTalking({ push: stranger, pulls: [silent] });
  expect(row).toMatchObject({ condemned: false, ackedSeq: 0, headSeq: 3 });
});

test('SY8: ops that a later server lacks are sent again, even if the earlier one’s acknowledgement comes late', async () => {
  const poll = (heads: StreamHead[]): PullReply => ({ kind: 'ok', serverEpoch: 'e2', serverNow: 1, news: null, heads });
  const holding = poll([{ streamId, seq: 3, hash: createOpRow(3).hash }]);
  const stored: PushReply = { kind: 'ok', serverEpoch: 'e2', ackedThrough: 3, headHash: createOpRow(3).hash, serverNow: 1, news: null };
  const byNew = { ackedSeq: 3, ackedBy: 'e2' };
  const pulls = [holding, holding, holding, holding, holding, poll([])];
  expect((await afterTalking({ push: stored, pulls: pulls.slice(0, 5) }, byNew)).pushed).toBe(0);
  const { row, pushed } = await afterTalking({ push: stored, pulls }, byNew, { ackedSeq: 3, ackedBy: 'e1' });
  expect(pushed).toBeGreaterThan(0);
  expect(row?.ackedBy).toBe('e2');
});

test('SY7a: ops that a relay holds have a status of their own and do not count as received by the server', async () => {
  const disk = createEmptyDisk();
  const ops = [1, 2, 3].map((seq) => createOpRow(seq));
  const sitting = createSittingRow();
  disk.sittings.set(storedAttemptId, { ...sitting, serverKeys: { ...sitting.serverKeys, relay: 'http://relay' } });
  disk.streams.set(streamId, createStreamRow({ headSeq: 3, headHash: ops[2]?.hash ?? '' }));
  disk.ops.set(streamId, ops);
  const ending = new AbortController();
  const notes: TabMessage[] = [];
  const relayed: number[] = [];
  let [slept, monoMs] = [0, 0];
  const store = createMemoryClientStore(
    () => disk,
    (_kind, work) => Promise.resolve().then(work),
  );
  const away = () => Promise.reject(new NetworkFault('away'));
  const agent = createSyncAgent({
    store,
    transport: {
      push: away,
      pull: away,
      time: away,
      relay(address, { fromSeq, ops: sent, headHash, stream }) {
        relayed.push(fromSeq);
        expect([address, stream.wrapped]).toEqual(['http://relay', createStreamRow({}).wrappedForServer]);
        return Promise.resolve({ relay: 'r1', keptThrough: fromSeq + sent.length - 1, headHash });
      },
    },
    leadership: { run: (lead, signal) => lead(signal) },
    onFault: failOnFault,
    peers: { announce: (note) => void notes.push(note), onAnnounced: () => () => undefined },
    clock: { wallMs: () => 1, monoMs: () => monoMs },
    timers: {
      async sleep(ms) {
        slept += 1;
        monoMs += Math.min(ms, 5_000);
        if (slept === 20) {
          const more = createOpRow(4);
          disk.ops.set(streamId, [...ops, more]);
          disk.streams.set(streamId, { ...createStreamRow({}), headSeq: 4, headHash: more.hash });
        }
        if (slept > 60) ending.abort();
        await new Promise((done) => setImmediate(done));
      },
    },
    chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    verifyReceipt: () => Promise.resolve(true),
  });
  await agent.run(ending.signal);
  // Each op is reported as relayed once, however often the server was polled in between.
  expect(relayed).toEqual([1, 4]);
  expect(notes.filter((note) => note.kind === 'relayed').map((note) => note.through)).toEqual([3, 4]);
  expect(notes.some((note) => note.kind === 'reachable' && note.reachable)).toBe(false);
  const row = disk.streams.get(streamId);
  expect(row).toMatchObject({ ackedSeq: 0, condemned: false });
  expect(countRelayedOps(row ? [row] : [], new Map([[streamId, 4]]))).toBe(4);
  expect(countRelayedOps(row ? [{ ...row, ackedSeq: 3 }] : [], new Map([[streamId, 4]]))).toBe(1);
  expect(countOps(row ? [row] : []).received).toBe(0);
});
