import type { ClientStore } from '../../sync/engine/ports.ts';
import { createSyncAgent, type SyncAgent } from '../../sync/engine/sync-agent.ts';
import { verifyReceipt } from '../../sync/seal/receipt.ts';
import { chance, clock, timers } from './browser-ports.ts';
import { deviceStore, leadership, papers, peers, pruneArchived } from './device.ts';
import { toBase64url } from '../../sync/seal/bytes.ts';
import { pieceStore } from './piece-database.ts';
import { pieceTransport, syncTransport } from './sync-transport.ts';

/** What was delivered whole and archived stays this long: for a look back, and for a server that is restored (SY8). */
const archiveKeptMs = 30 * 86_400_000;

let agent: SyncAgent | undefined;

/**
 * Delivers what anybody left on this device, from every page, signed in or not (SY7a, SY11). Once for the page: further calls
 * do nothing.
 */
export function startDelivery(): void {
  if (agent) return;
  const store: ClientStore = {
    ...deviceStore,
    // What is handed in and delivered whole needs no paper any more, and its key goes.
    async archive(attemptId, nowMs) {
      await deviceStore.archive(attemptId, nowMs);
      await papers.forgetDone().catch(console.error);
    },
  };
  agent = createSyncAgent({
    store,
    transport: syncTransport,
    leadership,
    peers,
    clock,
    timers,
    chance,
    verifyReceipt: (receipt, serverKeys) => verifyReceipt(receipt, serverKeys.receiptPublic),
    files: { store: pieceStore, transport: pieceTransport, encode: toBase64url },
  });
  void agent.run(new AbortController().signal);
  window.addEventListener('online', deliverNow);
  // One of the copies on this PC has failed: what waits should wait no longer.
  peers.onAnnounced((note) => {
    if (note.kind === 'doubt') deliverNow();
  });
  // Back from sleep or from behind another window: the waiting times were counted by a clock that stood still.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') deliverNow();
  });
  void pruneArchived(Date.now() - archiveKeptMs).catch(() => undefined);
  void papers.forgetDone().catch(() => undefined);
}

/** Forgets the waiting times: somebody pressed "try again", or the network is said to be back. */
export const deliverNow = (): void => agent?.online();
