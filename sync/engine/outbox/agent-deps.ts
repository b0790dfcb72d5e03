import type { ReportFault } from '../faults.ts';
import type { ChunkStore, ChunkTransport } from '../store/chunk-store.ts';
import type { RandomSource, ClientStore, Clock, Leadership, TabChannel, VerifyReceipt, SyncTransport, Timers } from '../ports.ts';

/** Dependencies of the sync agent. The agent of one tab pushes and pulls for all attempts on the device. */
export interface SyncAgentDeps {
  readonly store: ClientStore;
  readonly transport: SyncTransport;
  readonly leadership: Leadership;
  readonly peers: TabChannel;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: RandomSource;
  readonly verifyReceipt: VerifyReceipt;
  readonly onFault: ReportFault;
  /** Store and transport of attachments; if absent, the agent sends no attachments. `encode`: encodes bytes as base64url for the call. */
  readonly files?: { readonly store: ChunkStore; readonly transport: ChunkTransport; readonly encode: (bytes: Uint8Array) => string };
}
