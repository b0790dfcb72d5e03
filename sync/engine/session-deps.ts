import type { OnFault } from './faults.ts';
import type { Chance, ClientStore, Clock, Copies, Digest, Peers, Timers, Vault } from './ports.ts';

/** Dependencies of an attempt session in one tab. */
export interface SessionDeps {
  readonly attemptId: string;
  /** Id of this document; a reload creates another. */
  readonly documentId: string;
  readonly store: ClientStore;
  /** Returns which replicas hold the last saved ops (SY25). Absent for a store with a single replica. */
  readonly copies?: () => Copies;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Chance;
  readonly digest: Digest;
  readonly peers: Peers;
  readonly onFault: OnFault;
}
