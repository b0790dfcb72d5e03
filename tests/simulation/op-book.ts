import type { StreamHead } from '../../sync/contract/sync.ts';
import type { OpHeader } from '../../sync/engine/ops.ts';
import type { OpRow } from '../../sync/engine/ports.ts';

export interface SealedNote {
  readonly header: OpHeader;
  readonly payload: unknown;
  readonly hash: string;
  /** When it was written, in the world's own time. */
  readonly atMs: number;
}

export interface CommitNote {
  readonly op: OpRow;
  /** The person's PC it was committed on. */
  readonly device: string;
  readonly order: number;
  readonly atMs: number;
  /** A journal took it, and no database: no transaction spans the journals of two tabs. */
  readonly journalAlone: boolean;
}

/**
 * What really happened, kept beside the world: every op that was sealed by its writer, and every one that a disk committed.
 * The checks compare the server and the devices with this, not with each other.
 */
export class OpBook {
  /** By the sealed text as it travels: drawn nonces make it an op's own name. */
  readonly sealed = new Map<string, SealedNote>();
  readonly committed: CommitNote[] = [];
  /** Of each hand-in, by its hash: the heads its PC had at that moment, of the streams that can still become chain. */
  readonly handInHeads = new Map<string, readonly StreamHead[]>();
  /** Hashes of ops that a rewound disk took with it. */
  readonly wiped = new Set<string>();
  /** Ops whose tab was frozen between the guard and the commit: with a journal each, nobody keeps their lamports from another tab's. */
  readonly stalled = new Set<string>();
  /** When a tab stopped or began to believe its database: others hear of it a moment later. */
  readonly turned: { readonly device: string; readonly atMs: number }[] = [];
  /** Files that were called saved, by their keys: what was in them. */
  readonly files = new Map<string, { readonly attemptId: string; readonly content: Buffer }>();
  /** Keys of files that some op has named. */
  readonly named = new Set<string>();
  readonly violations: string[] = [];
  readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  fault(property: string, what: string): void {
    if (this.violations.length < 50) this.violations.push(`${property}: ${what}`);
  }

  commit(op: OpRow, device: string, journalAlone: boolean): void {
    this.committed.push({ op, device, order: this.committed.length, atMs: this.nowMs(), journalAlone });
  }
}
