import type { LogReader, StreamHeader } from './log-port.ts';
import { computeChainHashes, type ServerStreamKeys } from './op-crypto.ts';

/** Returns the chain hash after op `seq`; recomputes it if the op lies inside a batch. Undefined if the stream is shorter. */
export function computeChainHashAt(
  log: Pick<LogReader, 'batchWith'>,
  keys: ServerStreamKeys,
  header: StreamHeader,
  seq: number,
): string | undefined {
  const batch = log.batchWith(header.streamId, seq);
  if (!batch) return undefined;
  if (batch.toSeq === seq) return batch.headHash;
  const before = batch.fromSeq === 1 ? keys.chain.genesis(header.streamId) : log.batchWith(header.streamId, batch.fromSeq - 1)?.headHash;
  return before && computeChainHashes(keys.chain, header, batch.fromSeq, before, batch.ops.slice(0, seq - batch.fromSeq + 1)).at(-1);
}
