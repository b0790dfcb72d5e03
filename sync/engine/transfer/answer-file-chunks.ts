import { writeAnswerFileChunk } from './answer-file.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import type { ChunkName, ChunkStore } from '../store/chunk-store.ts';
import type { DigestText } from '../ports.ts';

/**
 * Lists the attachment chunks that this device holds for the given attempts. `unread` counts attempts whose chunks could not be listed. A
 * failing chunk store must not stop the export of the answers, so it is reported and not thrown.
 */
export async function listChunksToTransfer(
  store: Pick<ChunkStore, 'ofAttempt'>,
  attemptIds: readonly string[],
  onFault: ReportFault,
): Promise<{ readonly names: readonly ChunkName[]; readonly unread: number }> {
  const names: ChunkName[] = [];
  let unread = 0;
  for (const attemptId of attemptIds) {
    const chunks = await store.ofAttempt(attemptId).catch(createFaultReporter(onFault, 'answerFile'));
    if (chunks) names.push(...chunks);
    else unread += 1;
  }
  return { names, unread };
}

/** Yields one answer file line per chunk, with one chunk in memory at a time. Yields undefined for a chunk that the disk does not return. */
export async function* writeChunkLines(
  store: Pick<ChunkStore, 'chunk'>,
  names: readonly ChunkName[],
  encode: (bytes: Uint8Array) => string,
  digest: DigestText,
  onFault: ReportFault,
): AsyncGenerator<string | undefined> {
  for (const name of names) {
    const row = await store.chunk(name).catch(createFaultReporter(onFault, 'answerFile'));
    yield row && (await writeAnswerFileChunk(row, encode, digest));
  }
}
