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
}
