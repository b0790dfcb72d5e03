import type { HandInManifest } from '../../sync/engine/ops/ops.ts';
import { hashManifest } from '../../sync/crypto/digest.ts';
import type { DeviceStream, OpToWrite } from './sealed-stream.ts';

/** Makes the hand-in op for the current heads of these streams, as their device does. */
export async function createHandIn(streams: readonly DeviceStream[], by: 'examinee' | 'timeout' = 'examinee'): Promise<OpToWrite> {
  const manifest: HandInManifest = Object.fromEntries(streams.map((stream) => [stream.header.streamId, stream.head.seq]));
  const digest = await hashManifest(streams.map((stream) => ({ streamId: stream.header.streamId, ...stream.head })));
  return { type: 'attempt.handIn@2', payload: { manifest, digest, by, elapsedMs: 5, extensionMs: 0 } };
}
