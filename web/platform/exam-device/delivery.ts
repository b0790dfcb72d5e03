import type { ClientStore } from '../../../sync/engine/ports.ts';
import { createSyncAgent, type SyncAgent } from '../../../sync/engine/outbox/sync-agent.ts';
import { verifyReceipt } from '../../../sync/crypto/receipt.ts';
import { browserRandom, browserClock, browserTimers } from '../browser-ports.ts';
import { deviceStore, tabLeadership, paperCache, tabChannel } from './device.ts';
import { reportEngineFault } from '../engine-fault.ts';
import { toBase64url } from '../../../sync/crypto/bytes.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';
import { isOfflineReady } from '../pwa/worker-state.ts';
import { chunkTransport, syncTransport } from './sync-transport.ts';

/** Milliseconds from the start of a page until old rows are deleted: the first question must not wait for these writes. */
const deleteAfterMs = 10_000;

let agent: SyncAgent | undefined;

/**
 * Delivers undelivered answers of all users of this device, from every page, signed in or not (SY7a, SY11). Only the first call on a page has an
 * effect.
 */
export function startDelivery(): void {
  if (agent) return;
  const store: ClientStore = {
    ...deviceStore,
    // An attempt that was handed in and fully delivered needs no paper; its paper and key are deleted.
    async archive(attemptId, nowMs) {
      await deviceStore.archive(attemptId, nowMs);
      await paperCache.deleteDeliveredKeys().catch(console.error);
    },
  };
  agent = createSyncAgent({
    store,
    transport: {
      ...syncTransport,
      pull: (input, signal) => syncTransport.pull({ ...input, offlineReady: isOfflineReady() }, signal),
    },
    leadership: tabLeadership,
    peers: tabChannel,
    clock: browserClock,
    timers: browserTimers,
    chance: browserRandom,
    onFault: reportEngineFault,
    verifyReceipt: (receipt, serverKeys) => verifyReceipt(receipt, serverKeys.receiptPublic),
    files: { store: deviceChunkStore, transport: chunkTransport, encode: toBase64url },
  });
  void agent.run(new AbortController().signal);
  window.addEventListener('online', deliverNow);
  // The database or the journal file of this PC has failed, so undelivered answers are at risk: send without waiting.
  tabChannel.onAnnounced((note) => {
    if (note.kind === 'doubt') deliverNow();
  });
  // After sleep or in a background tab, timers stood still: send now.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') deliverNow();
  });
  setTimeout(() => void import('./delete-old.ts').then(({ deleteOld }) => deleteOld()).catch(() => undefined), deleteAfterMs);
}

/** Delivers at once instead of waiting for the next attempt, for example after "try again" or when the network is back. */
export const deliverNow = (): void => agent?.online();
