import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import type { ExportFormatId } from '../../../../../../sync/contract/bank/question-file.ts';
import type { PicturesByUrl } from '../question-format.ts';
import type { PaperDocument } from '../word-write/word-paper.ts';
import { runInThread } from '../../../../../threads/run-in-thread.ts';
import { createThreadQueue } from '../../../../../threads/thread-queue.ts';

/**
 * Queue for writing files, separate from the one for reading, so that exports do not wait behind uploads. No limit of bytes: an export is bounded
 * already.
 */
const writingQueue = createThreadQueue({ maxRunning: 1, maxWaiting: 12, maxWaitingBytes: Number.POSITIVE_INFINITY });

export type FileWriteTask =
  | { readonly format: ExportFormatId; readonly questions: readonly QuestionBody[]; readonly pictures: PicturesByUrl }
  | { readonly paper: PaperDocument; readonly pictures: PicturesByUrl };

/**
 * Writes a file of questions in a worker thread. Returns undefined if too many files are being processed. Rejects if `signal` aborts before its turn.
 */
export const writeFileInThread = (task: FileWriteTask, turn: { readonly userId: number; readonly signal?: AbortSignal | undefined }) =>
  writingQueue.run(() => runInThread<Uint8Array>(new URL('../file-write.worker.ts', import.meta.url), task), turn);
