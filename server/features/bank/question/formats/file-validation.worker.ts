import { parentPort, workerData } from 'node:worker_threads';
import { type FileTask, validateFile } from './file-validation.ts';
import { UnreadableFileError } from './question-format.ts';

/** Reads one file in a worker thread. An exam may be running, so a file that crashes its reader or exhausts memory must not affect the server. */
const post = (message: object): void => parentPort?.postMessage(message);
const rowsPerMessage = 200;
try {
  const { rows, ...rest } = await validateFile(workerData as FileTask, (done, total) => post({ done, total }));
  for (let at = 0; at < rows.length; at += rowsPerMessage) post({ rows: rows.slice(at, at + rowsPerMessage) });
  post({ end: rest });
} catch (error) {
  if (!(error instanceof UnreadableFileError)) throw error;
  post({ unreadable: error.reason });
}
