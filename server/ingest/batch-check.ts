import type { WireOp } from '../../sync/contract/sync.ts';
import type { Head } from './log-port.ts';
import { type ChainKey, chainHashes, type HeaderParts } from './op-crypto.ts';

/** A batch as a device claims it. */
export interface ClaimedBatch {
  readonly fromSeq: number;
  readonly prevHash: string;
  readonly headHash: string;
  readonly ops: readonly WireOp[];
}

export type BatchVerdict =
  /** Continues the stream with the ops from this index on; those before it are stored already. */
  | { readonly kind: 'append'; readonly skip: number }
  /** Everything in it is stored: a repeat, or only a question for the head. */
  | { readonly kind: 'held' }
  | { readonly kind: 'gap' | 'chain' | 'fork' };

/**
 * SY7: what a batch is to a stream whose head is `head`. Only the holder of the stream's secret can make hashes that verify,
 * and equal hashes mean an equal history, so one comparison tells a repeat from a fork. `hashAt`: stored hash at a seq.
 */
export function judgeBatch(
  stream: HeaderParts,
  key: ChainKey,
  head: Head,
  batch: ClaimedBatch,
  hashAt: (seq: number) => string,
): BatchVerdict {
  const { fromSeq, ops } = batch;
  const toSeq = fromSeq + ops.length - 1;
  if (ops.length === 0) return { kind: 'held' };
  if (fromSeq > head.seq + 1) return { kind: 'gap' };
  // The usual repeat: the reply to the newest batch was lost. Nothing is taken from it, so nothing needs proof.
  if (toSeq === head.seq && batch.headHash === head.hash) return { kind: 'held' };

  const hashes = chainHashes(key, stream, fromSeq, batch.prevHash, ops);
  if (hashes.at(-1) !== batch.headHash) return { kind: 'chain' };
  if (fromSeq === head.seq + 1) return batch.prevHash === head.hash ? { kind: 'append', skip: 0 } : { kind: 'fork' };
  const overlapEnd = Math.min(toSeq, head.seq);
  if (hashes[overlapEnd - fromSeq] !== (overlapEnd === head.seq ? head.hash : hashAt(overlapEnd))) return { kind: 'fork' };
  return toSeq > head.seq ? { kind: 'append', skip: head.seq - fromSeq + 1 } : { kind: 'held' };
}

/** A condemned stream's tail: is it at least its owner's? */
export function judgeTail(stream: HeaderParts, key: ChainKey, batch: ClaimedBatch): BatchVerdict {
  if (batch.ops.length === 0) return { kind: 'held' };
  const hashes = chainHashes(key, stream, batch.fromSeq, batch.prevHash, batch.ops);
  return { kind: hashes.at(-1) === batch.headHash ? 'fork' : 'chain' };
}
