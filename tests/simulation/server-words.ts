/** The response envelope of the HTTP mount. */
export interface Envelope {
  readonly code: number;
  readonly data: unknown;
}

/** Faults of a database commit. */
export type CommitFault = 'crashBeforeCommit' | 'crashAfterCommit' | 'serverDiskFull';
