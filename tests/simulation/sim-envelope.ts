/** Envelope in which the HTTP layer of the server returns each response. */
export interface SimEnvelope {
  readonly code: number;
  readonly data: unknown;
}

/** Faults that the simulation lets strike a commit of the server's database. */
export type CommitFault = 'crashBeforeCommit' | 'crashAfterCommit' | 'serverDiskFull';
