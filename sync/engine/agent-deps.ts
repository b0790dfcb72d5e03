import type { PieceStore, PieceTransport } from './piece-store.ts';
import type { Chance, ClientStore, Clock, Leadership, Peers, ReceiptCheck, SyncTransport, Timers } from './ports.ts';

/** What one tab gives the agent that sends and fetches for the whole device. */
export interface AgentDeps {
  readonly store: ClientStore;
  readonly transport: SyncTransport;
  readonly leadership: Leadership;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Chance;
  readonly verifyReceipt: ReceiptCheck;
  /** Files on answers; a device that keeps none sends none. `encode`: bytes as they travel, base64url. */
  readonly files?: { readonly store: PieceStore; readonly transport: PieceTransport; readonly encode: (bytes: Uint8Array) => string };
}
