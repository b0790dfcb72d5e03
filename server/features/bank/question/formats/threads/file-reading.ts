import { Worker } from 'node:worker_threads';
import type { Message } from '../../../../../http/handler.ts';
import { questionMessages } from '../../question-messages.ts';
import { formatMessages as messages } from '../format-messages.ts';
import type { FileTask, ValidatedFile, ValidatedRow } from '../file-validation.ts';
import { UnreadableFileError } from '../question-format.ts';
import { createThreadQueue } from '../../../../../threads/thread-queue.ts';
import { watchThreadTime } from '../../../../../threads/thread-time.ts';

const mb = 1024 * 1024;
/**
 * Queue for reading files, shared by all schools. It reads one file at a time: each may occupy a processor and as much memory as the rest of the
 * server.
 */
const readingQueue = createThreadQueue({ maxRunning: 1, maxWaiting: 12, maxWaitingBytes: 64 * mb });

/** Limits of reading one file. Measured: 20 000 questions need under 128 MB of heap from Excel, under 192 MB from Moodle XML. */
export const readerLimits = { seconds: 50, wallSeconds: 300, heapMb: 320 } as const;
type ReaderLimits = { readonly [name in keyof typeof readerLimits]: number };

type ThreadMessage =
  | { readonly done: number; readonly total: number }
  | { readonly rows: readonly ValidatedRow[] }
  | { readonly end: Omit<ValidatedFile, 'rows'> }
  | { readonly unreadable: Message };

/**
 * Runs `validateFile` in a worker thread, one file at a time, within limits of time and memory. `onQueued` is called with the number of files ahead.
 * `by`: id of the user who waits; undefined for a job, which may always wait. Rejects with `UnreadableFileError`, or when `signal` aborts. The bytes of
 * the task are transferred to the thread and are unusable afterwards.
 */
export async function readFileInThread(
  task: FileTask,
  progress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
  {
    onQueued,
    userId: by,
    ...limits
  }: ReaderLimits & { readonly onQueued?: (before: number) => void; readonly userId?: number | undefined } = readerLimits,
): Promise<ValidatedFile> {
  const turn = { userId: by, bytes: task.bytes.length, place: onQueued, signal };
  const file = await readingQueue.run(() => judgeInThread(task, progress, signal, limits), turn);
  if (file === undefined) throw new UnreadableFileError(questionMessages.filesBusy());
  return file;
}

function judgeInThread(
  task: FileTask,
  progress: (done: number, total: number) => void,
  signal: AbortSignal | undefined,
  limits: ReaderLimits,
): Promise<ValidatedFile> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../file-validation.worker.ts', import.meta.url), {
      workerData: task,
      transferList: isAlone(task.bytes) ? [task.bytes.buffer] : [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    const rows: ValidatedRow[] = [];
    const end = (settle: () => void): void => {
      endWatch();
      signal?.removeEventListener('abort', stop);
      void worker.terminate();
      settle();
    };
    const unreadable = (message: Message) => end(() => reject(new UnreadableFileError(message)));
    const stop = (): void => end(() => reject(signal?.reason as Error));
    const endWatch = watchThreadTime(worker, limits, () => unreadable(messages.tooSlow(limits.seconds)));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    worker.on('message', (message: ThreadMessage) => {
      if ('done' in message) progress(message.done, message.total);
      else if ('rows' in message) rows.push(...message.rows);
      else if ('end' in message) end(() => resolve({ ...message.end, rows }));
      else unreadable(message.unreadable);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') unreadable(messages.tooMuchMemory());
      else end(() => reject(error));
    });
  });
}

/** Checks that the bytes fill their buffer, so that the buffer can be transferred. */
const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
