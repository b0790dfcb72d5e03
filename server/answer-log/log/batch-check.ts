import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import type { LogStreamHead } from './log-port.ts';
import { type ChainKey, computeChainHashes, type HeaderParts } from './op-crypto.ts';

/** A batch as a device sent it, before it is checked. */
export interface ClaimedBatch {
  readonly fromSeq: number;
  readonly prevHash: string;
  readonly headHash: string;
  readonly ops: readonly WireOp[];
}

export type BatchVerdict =
  /** Continues the stream with the ops from index `skip` on; the ops before it are stored already. */
  | { readonly kind: 'append'; readonly skip: number }
  /** All ops of the batch are stored already, or it has none: a repeat, or a request for the head. */
  | { readonly kind: 'held' }
  | { readonly kind: 'gap' | 'chain' | 'fork' };

/**
 * Classifies a batch against the stream whose head is `head` (SY7). Only the holder of the stream's secret can compute valid hashes, and equal
 * hashes mean an equal history. One comparison therefore distinguishes a repeat from a fork. `hashAt`: stored hash at a seq.
 */
export function classifyBatch(
  stream: HeaderParts,
  key: ChainKey,
  head: LogStreamHead,
  batch: ClaimedBatch,
  hashAt: (seq: number) => string,
): BatchVerdict {
  const { fromSeq, ops } = batch;
  const toSeq = fromSeq + ops.length - 1;
  if (ops.length === 0) return { kind: 'held' };
  if (fromSeq > head.seq + 1) return { kind: 'gap' };
  // The usual repeat, after the reply to the newest batch was lost. No op is taken from it, so its hashes need no check.
  if (toSeq === head.seq && batch.headHash === head.hash) return { kind: 'held' };

  const hashes = computeChainHashes(key, stream, fromSeq, batch.prevHash, ops);
  if (hashes.at(-1) !== batch.headHash) return { kind: 'chain' };
  if (fromSeq === head.seq + 1) return batch.prevHash === head.hash ? { kind: 'append', skip: 0 } : { kind: 'fork' };
  const overlapEnd = Math.min(toSeq, head.seq);
  if (hashes[overlapEnd - fromSeq] !== (overlapEnd === head.seq ? head.hash : hashAt(overlapEnd))) return { kind: 'fork' };
  return toSeq > head.seq ? { kind: 'append', skip: head.seq - fromSeq + 1 } : { kind: 'held' };
}

/** Classifies a batch from a stream that its device no longer writes: `fork` if the stream's owner wrote it, `chain` if the hashes are wrong. */
export function classifyTail(stream: HeaderParts, key: ChainKey, batch: ClaimedBatch): BatchVerdict {
  if (batch.ops.length === 0) return { kind: 'held' };
  const hashes = computeChainHashes(key, stream, batch.fromSeq, batch.prevHash, batch.ops);
  return { kind: hashes.at(-1) === batch.headHash ? 'fork' : 'chain' };
}
