import { expect, test } from 'vitest';
import type { TabMessage } from '../../../sync/engine/ports.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { createSyncAgent } from '../../../sync/engine/outbox/sync-agent.ts';
import { storedAttemptId, createNews, createSittingRow, streamId } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

const handIn = { streamId, seq: 3, by: 'examinee', digest: 'd', wallMs: 1 } as const;

/**
 * Simulates a PC whose only attempt is handed in and archived, while staff have reopened it on the server. `watchedAt`: indices of the
 * agent's pauses during which the attempt is open on a page.
 */
async function pcAfter(watchedAt: readonly number[]) {
  const disk = createEmptyDisk();
  disk.sittings.set(
    storedAttemptId,
    createSittingRow({ handIn, archivedMs: 5, news: createNews(1, { handedIn: true }), serverEpoch: 'e1' }),
  );
  const ending = new AbortController();
  const listeners = new Set<(note: TabMessage) => void>();
  const polls: number[] = [];
  let [slept, monoMs] = [0, 0];
  const agent = createSyncAgent({
    store: createMemoryClientStore(
      () => disk,
      (_kind, work) => Promise.resolve().then(work),
    ),
    transport: {
      push: () => Promise.reject(new Error('there is nothing to send')),
      pull: async () => {
        polls.push(slept);
        const news = createNews(2, { reopened: [{ streamId, seq: 3 }] });
        return { kind: 'ok', serverEpoch: 'e1', serverNow: 1, news, heads: [] };
      },
      time: async () => ({ serverNow: 1, serverEpoch: 'e1' }),
    },
    leadership: { run: (lead, signal) => lead(signal) },
    onFault: failOnFault,
    peers: { announce: () => undefined, onAnnounced: (hear) => (listeners.add(hear), () => void listeners.delete(hear)) },
    clock: { wallMs: () => 1, monoMs: () => monoMs },
    timers: {
      async sleep(ms, signal) {
        slept += 1;
        monoMs += Math.min(ms, 5_000);
        if (watchedAt.includes(slept)) for (const hear of listeners) hear({ kind: 'watched', attemptId: storedAttemptId });
        if (slept > 60) ending.abort();
        if (!signal.aborted) await new Promise((done) => setImmediate(done));
      },
    },
    chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    verifyReceipt: () => Promise.resolve(true),
  });
  await agent.run(ending.signal);
  return { sitting: disk.sittings.get(storedAttemptId), polls };
}

test('SY8: an archived attempt that no page has open is not polled', async () => {
  const { sitting, polls } = await pcAfter([]);
  expect(polls).toEqual([]);
  expect(sitting).toMatchObject({ handIn, archivedMs: 5 });
});

test('SY8, SY22: a page with an archived attempt open learns that it was reopened, and unlocks it', async () => {
  const { sitting, polls } = await pcAfter([10]);
  expect(polls.length).toBeGreaterThan(0);
  expect(sitting).toMatchObject({ handIn: null, archivedMs: null });
});
