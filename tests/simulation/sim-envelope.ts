/** The response envelope of the HTTP mount. */
export interface SimEnvelope {
  readonly code: number;
  readonly data: unknown;
}

/** Faults of a database commit. */
export type CommitFault = 'crashBeforeCommit' | 'crashAfterCommit' | 'serverDiskFull';
