import type { Manifest } from '../../sync/engine/ops.ts';
import { manifestDigest } from '../../sync/seal/digest.ts';
import type { SealedStream, Typed } from './sealed-stream.ts';

/** Makes the hand-in op for the current heads of these streams, as their device does. */
export async function handInOf(streams: readonly SealedStream[], by: 'examinee' | 'timeout' = 'examinee'): Promise<Typed> {
  const manifest: Manifest = Object.fromEntries(streams.map((stream) => [stream.header.streamId, stream.head.seq]));
  const digest = await manifestDigest(streams.map((stream) => ({ streamId: stream.header.streamId, ...stream.head })));
  return { type: 'attempt.handIn@2', payload: { manifest, digest, by, elapsedMs: 5, extensionMs: 0 } };
}
