import type { HandInManifest } from '../../sync/engine/ops/ops.ts';
import { hashText } from '../../sync/crypto/bytes.ts';
import type { DeviceStream, OpToWrite } from './sealed-stream.ts';
import { formatManifestText } from '../../sync/crypto/canonical.ts';

/** Makes the hand-in op of a device that holds these streams. The hand-in lists the current head of each stream. */
export async function createHandIn(streams: readonly DeviceStream[], by: 'examinee' | 'timeout' = 'examinee'): Promise<OpToWrite> {
  const manifest: HandInManifest = Object.fromEntries(streams.map((stream) => [stream.header.streamId, stream.head.seq]));
  const digest = await hashText(formatManifestText(streams.map((stream) => ({ streamId: stream.header.streamId, ...stream.head }))));
  return { type: 'attempt.handIn@2', payload: { manifest, digest, by, elapsedMs: 5, extensionMs: 0 } };
}
