import type { StreamHead } from '../../sync/contract/exams/sync.ts';
import type { OpHeader } from '../../sync/engine/ops/ops.ts';
import type { OpRow } from '../../sync/engine/ports.ts';

export interface SealedNote {
  readonly header: OpHeader;
  readonly payload: unknown;
  readonly hash: string;
  /** Virtual time at which the op was sealed. */
  readonly atMs: number;
}

export interface CommitNote {
  readonly op: OpRow;
  /** PC that committed the op, with the lineage of its disk: a number that rises when the disk is restored. */
  readonly device: string;
  readonly order: number;
  readonly atMs: number;
  /** True if only a journal committed the op. Each tab has a journal of its own, and no transaction covers two of these. */
  readonly journalAlone: boolean;
}

/**
 * Records what really happened in a simulated run: every op that was sealed, and every op that a disk committed. The checks compare server
 * and devices with this record, not with each other.
 */
export class OpBook {
  /** Sealed ops by their sealed text. Random nonces make each text unique. */
  readonly sealed = new Map<string, SealedNote>();
  readonly committed: CommitNote[] = [];
  /** Heads of streams that a PC had when it handed in, by the hash of the hand-in op. Only streams that can still join the chain are listed. */
  readonly handInHeads = new Map<string, readonly StreamHead[]>();
  /** Hashes of ops that were lost with a rewound or damaged disk. */
  readonly wiped = new Set<string>();
  /**
   * Hashes of ops whose tab was frozen between choosing their lamport and the commit. If each tab has its own journal, another tab may
   * meanwhile use the same lamport.
   */
  readonly stalled = new Set<string>();
  /** Moments at which a tab stopped trusting its database or began to trust it again. Other tabs learn of this a moment later. */
  readonly turned: { readonly device: string; readonly atMs: number }[] = [];
  /** Virtual time at which each document was opened, by document id. If a cloned PC drew the same id, the earlier time. */
  readonly bornMs = new Map<string, number>();
  /** Stored name (hashes of the chunks) → content of a file that was reported as saved. */
  readonly files = new Map<string, { readonly attemptId: string; readonly content: Buffer }>();
  /** Encryption keys of attachments that some op has named; a key identifies its file. */
  readonly named = new Set<string>();
  readonly violations: string[] = [];
  readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  fault(property: string, what: string): void {
    if (this.violations.length < 50) this.violations.push(`${property}: ${what}`);
  }

  begin(documentId: string, atMs: number): void {
    this.bornMs.set(documentId, Math.min(atMs, this.bornMs.get(documentId) ?? Infinity));
  }

  commit(op: OpRow, device: string, journalAlone: boolean): void {
    this.committed.push({ op, device, order: this.committed.length, atMs: this.nowMs(), journalAlone });
  }
}
