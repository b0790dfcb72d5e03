import { expect, test } from 'vitest';
import { errors } from '../../sync/contract/errors.ts';
import type { StreamHead } from '../../sync/contract/sync.ts';
import type { PullAnswer, PushAnswer, StreamRow } from '../../sync/engine/ports.ts';
import { createSyncAgent } from '../../sync/engine/sync-agent.ts';
import { createMemoryClientStore, emptyDisk } from '../../sync/engine/memory-client-store.ts';
import { attemptId, opRow, sittingRow, streamId, streamRow } from './client-store-rows.ts';

interface Talk {
  readonly push: PushAnswer;
  /** In order; after the last one the server says nothing more. */
  readonly pulls: readonly PullAnswer[];
}

/** Runs the agent of one tab for some rounds, over one stream of three ops. `late`: written down between two polls. */
async function afterTalking({ push, pulls }: Talk, acked: Partial<StreamRow> = {}, late?: Partial<StreamRow>) {
  const disk = emptyDisk();
  const ops = [1, 2, 3].map((seq) => opRow(seq));
  const row = streamRow({ headSeq: 3, headHash: ops[2]?.hash ?? '', ...acked });
  disk.sittings.set(attemptId, sittingRow());
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
    peers: { announce: () => undefined, onAnnounced: () => () => undefined },
    clock: { wallMs: () => 1, monoMs: () => monoMs },
    timers: { sleep },
    chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    verifyReceipt: () => Promise.resolve(true),
  });
  await agent.run(ending.signal);
  return { row: disk.streams.get(streamId), pushed };
}

const silent: PullAnswer = { kind: 'refused', code: errors.forbidden.code, msg: '' };

test('SY7: an answer that says nothing of the batch (another service at this address) gives no stream up', async () => {
  const stranger: PushAnswer = { kind: 'refused', code: errors.unknownCall.code, msg: 'no such call', data: null };
  const { row } = await afterTalking({ push: stranger, pulls: [silent] });
  expect(row).toMatchObject({ condemned: false, ackedSeq: 0, headSeq: 3 });
});

test('SY8: what another server acknowledged and this one does not hold is sent again, however late that was written down', async () => {
  const poll = (heads: StreamHead[]): PullAnswer => ({ kind: 'ok', serverEpoch: 'e2', serverNow: 1, news: null, heads });
  const holding = poll([{ streamId, seq: 3, hash: opRow(3).hash }]);
  const stored: PushAnswer = { kind: 'ok', serverEpoch: 'e2', ackedThrough: 3, headHash: opRow(3).hash, serverNow: 1, news: null };
  const byNew = { ackedSeq: 3, ackedBy: 'e2' };
  const pulls = [holding, holding, holding, holding, holding, poll([])];
  expect((await afterTalking({ push: stored, pulls: pulls.slice(0, 5) }, byNew)).pushed).toBe(0);
  const { row, pushed } = await afterTalking({ push: stored, pulls }, byNew, { ackedSeq: 3, ackedBy: 'e1' });
  expect(pushed).toBeGreaterThan(0);
  expect(row?.ackedBy).toBe('e2');
});
