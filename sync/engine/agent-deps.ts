import type { OnFault } from './faults.ts';
import type { PieceStore, PieceTransport } from './piece-store.ts';
import type { Chance, ClientStore, Clock, Leadership, Peers, ReceiptCheck, SyncTransport, Timers } from './ports.ts';

/** Dependencies of the sync agent. The agent of one tab pushes and pulls for all attempts on the device. */
export interface AgentDeps {
  readonly store: ClientStore;
  readonly transport: SyncTransport;
  readonly leadership: Leadership;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Chance;
  readonly verifyReceipt: ReceiptCheck;
  readonly onFault: OnFault;
  /** Store and transport of file attachments. A device that omits them sends no files. `encode` turns bytes into base64url for the call. */
  readonly files?: { readonly store: PieceStore; readonly transport: PieceTransport; readonly encode: (bytes: Uint8Array) => string };
}
