import { parseFileValue } from '../../sync/engine/ops/attachment.ts';
import type { ChunkDisk } from '../../sync/engine/store/memory-chunk-store.ts';
import type { AnswerValue } from '../../sync/engine/ops/ops.ts';
import type { OpRow } from '../../sync/engine/ports.ts';
import type { OpBook } from './op-book.ts';

/**
 * Property 1, at the moment of the commit: when an op names a file for the first time, all its chunks are on the disk. A resubmitted op
 * may name a file whose chunks the disk has lost since.
 */
export function checkNamedChunks(book: OpBook, op: OpRow, chunks: ChunkDisk): void {
  if (!op.type.startsWith('answer.set@')) return;
  const { i = '', v = [] } = (book.sealed.get(op.sealed)?.payload ?? {}) as { i?: string; v?: AnswerValue };
  const file = i.includes('/') ? parseFileValue(v) : undefined;
  if (!file || book.named.has(file.key)) return;
  book.named.add(file.key);
  const here = new Set([...chunks.values()].filter((row) => row.attemptId === op.attemptId && row.itemId === i).map((row) => row.hash));
  if (!file.chunkHashes.every((hash) => here.has(hash)))
    book.fault('1 once', `${i} of ${op.attemptId} is named before its chunks are there`);
}
