import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import type { ExportFormatId } from '../../../../../../sync/contract/bank/question-file.ts';
import type { PicturesByUrl } from '../question-format.ts';
import type { PaperDocument } from '../word-write/word-paper.ts';
import { writingQueue } from './thread-queue.ts';

export type FileWriteTask =
  | { readonly format: ExportFormatId; readonly questions: readonly QuestionBody[]; readonly pictures: PicturesByUrl }
  | { readonly paper: PaperDocument; readonly pictures: PicturesByUrl };

/**
 * Writes a file of questions in a worker thread. Returns undefined if too many files are being processed. Rejects if `signal` aborts before its turn.
 */
export const writeFileInThread = (task: FileWriteTask, turn: { readonly by: number; readonly signal?: AbortSignal | undefined }) =>
  writingQueue.run(() => write(task), turn);

async function write(task: FileWriteTask): Promise<Uint8Array> {
  const worker = new Worker(new URL('../file-write.worker.ts', import.meta.url), { workerData: task });
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return bytes;
  } finally {
    void worker.terminate();
  }
}
