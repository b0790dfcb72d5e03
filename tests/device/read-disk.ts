import type { PushInput } from '../../sync/contract/exams/sync.ts';
import { createMemoryClientStore, createEmptyDisk, type MemoryDisk } from '../../sync/engine/store/memory-client-store.ts';
import type { ClientStore } from '../../sync/engine/ports.ts';

/** Makes the disk of a PC that wrote the ops of these pushes (one op each) and has delivered no op. */
export function readDeviceDisk(pushes: readonly PushInput[]): { disk: MemoryDisk; store: ClientStore } {
  const disk = createEmptyDisk();
  for (const { ticket, stream, fromSeq, prevHash, ops, headHash } of pushes) {
    const { streamId, attemptId, epoch, actor, documentId, keyId, wrapped } = stream;
    const known = disk.streams.get(streamId);
    const [lamport, type, basisCursor, wallMs, monoMs, sealed] = ops[0] ?? [1, '', 0, 0, 0, ''];
    if (ops.length !== 1) throw new Error('one op a push, so that its hash is known');
    disk.streams.set(streamId, {
      streamId,
      attemptId,
      epoch,
      actor,
      documentId,
      keyId,
      ticket,
      wrappedForServer: known?.wrappedForServer ?? wrapped ?? '',
      wrappedForSelf: '',
      genesis: known?.genesis ?? prevHash,
      headSeq: fromSeq,
      headHash,
      ackedSeq: 0,
      ackedBy: '',
      forkedAfter: 0,
      asideThrough: 0,
      condemned: false,
    });
    const op = { streamId, seq: fromSeq, lamport, type, attemptId, basisCursor, wallMs, monoMs, sealed, hash: headHash };
    disk.ops.set(streamId, [...(disk.ops.get(streamId) ?? []), op]);
  }
  return {
    disk,
    store: createMemoryClientStore(
      () => disk,
      (_kind, work) => Promise.resolve().then(work),
    ),
  };
}
