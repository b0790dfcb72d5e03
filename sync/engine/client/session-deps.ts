import type { ReportFault } from '../faults.ts';
import type { RandomSource, ClientStore, Clock, ReplicaState, DigestText, TabChannel, Timers, Vault } from './ports.ts';

/** Dependencies of an attempt session in one tab. */
export interface AttemptSessionDeps {
  readonly attemptId: string;
  /** Id of this document (page load); a reload creates another one. */
  readonly documentId: string;
  readonly store: ClientStore;
  /** Returns which replicas hold the last saved ops (SY25). Absent for a store with a single replica. */
  readonly copies?: () => ReplicaState;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: RandomSource;
  readonly digest: DigestText;
  readonly peers: TabChannel;
  readonly onFault: ReportFault;
}
