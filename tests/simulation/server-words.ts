/** What the mount answers. */
export interface Envelope {
  readonly code: number;
  readonly data: unknown;
}

/** What goes wrong at a commit. */
export type CommitFault = 'crashBeforeCommit' | 'crashAfterCommit' | 'serverDiskFull';
