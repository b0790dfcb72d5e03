import type { Chance, ClientStore, Clock, Copies, Digest, Peers, Timers, Vault } from './ports.ts';

/** What one tab gives its session. */
export interface SessionDeps {
  readonly attemptId: string;
  /** Of this document: a reload has another. */
  readonly documentId: string;
  readonly store: ClientStore;
  /** Which copies hold what was last called saved (SY25); a store that has only one says nothing. */
  readonly copies?: () => Copies;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Chance;
  readonly digest: Digest;
  readonly peers: Peers;
}
