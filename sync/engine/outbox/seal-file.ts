import { type AttachedFile, attachmentLimits, countFileChunks } from '../ops/attachment.ts';
import type { ChunkCipher, ChunkRow, ChunkStore } from '../store/chunk-store.ts';

interface FileSource {
  readonly attemptId: string;
  readonly itemId: string;
  readonly ticket: string;
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Seals a file in chunks and stores them on this device, before an op names them. Resolves when they are durable. Rejects with `StorageFault`. */
export async function sealFile(
  { store, cipher }: { readonly store: ChunkStore; readonly cipher: ChunkCipher },
  { attemptId, itemId, ticket, name, type, content }: FileSource,
): Promise<AttachedFile> {
  const key = cipher.newKey();
  const chunkHashes: string[] = [];
  for (let at = 0; at < countFileChunks(content.length); at += 1) {
    const plain = content.slice(at * attachmentLimits.chunkBytes, (at + 1) * attachmentLimits.chunkBytes);
    const sealed = await cipher.seal(key, at, plain);
    const hash = await cipher.digest(sealed);
    const row: ChunkRow = { attemptId, itemId, at, hash, ticket, sealed, heldBy: '' };
    await store.add([row]);
    chunkHashes.push(hash);
  }
  return { name: name.slice(0, 200), type, bytes: content.length, key, chunkHashes };
}
