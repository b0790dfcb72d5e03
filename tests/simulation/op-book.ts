import type { StreamHead } from '../../sync/contract/exams/sync.ts';
import type { OpHeader } from '../../sync/engine/ops/ops.ts';
import type { OpRow } from '../../sync/engine/client/ports.ts';

export interface SealedNote {
  readonly header: OpHeader;
  readonly payload: unknown;
  readonly hash: string;
  /** Virtual time at which the op was sealed. */
  readonly atMs: number;
}

export interface CommitNote {
  readonly op: OpRow;
  /** PC and lineage on which the op was committed. */
  readonly device: string;
  readonly order: number;
  readonly atMs: number;
  /** True if only a journal committed the op. No transaction spans the journals of two tabs. */
  readonly journalAlone: boolean;
}

/**
 * Records what really happened: every op that its writer sealed, and every op that a disk committed. The checks compare server and
 * devices with this book, not with each other.
 */
export class OpBook {
  /** Sealed text as it travels → the op. Random nonces make each sealed text unique. */
  readonly sealed = new Map<string, SealedNote>();
  readonly committed: CommitNote[] = [];
  /** Hash of a hand-in op → the heads its PC had at that moment, of the streams that can still join the chain. */
  readonly handInHeads = new Map<string, readonly StreamHead[]>();
  /** Hashes of ops that were lost with a rewound or damaged disk. */
  readonly wiped = new Set<string>();
  /**
   * Hashes of ops whose tab was frozen between the check and the commit. If each tab has its own journal, another tab may meanwhile use
   * the same lamport.
   */
  readonly stalled = new Set<string>();
  /** Moments at which a tab stopped or began to trust its database. Other tabs hear about it a moment later. */
  readonly turned: { readonly device: string; readonly atMs: number }[] = [];
  /** When each document began, in the world's own time; the earlier where a copied PC drew the same name. */
  readonly bornMs = new Map<string, number>();
  /** Stored name (hashes of the chunks) → content of a file that was reported as saved. */
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

  begin(documentId: string, atMs: number): void {
    this.bornMs.set(documentId, Math.min(atMs, this.bornMs.get(documentId) ?? Infinity));
  }

  commit(op: OpRow, device: string, journalAlone: boolean): void {
    this.committed.push({ op, device, order: this.committed.length, atMs: this.nowMs(), journalAlone });
  }
}
