import { parentPort, workerData } from 'node:worker_threads';
import { type FileTask, judgeFile } from './file-judge.ts';
import { UnreadableFile } from './question-format.ts';

/** Reads one file in a worker thread. An exam may be running, so a file that crashes its reader or exhausts memory must not affect the server. */
const post = (message: object): void => parentPort?.postMessage(message);
const rowsPerMessage = 200;
try {
  const { rows, ...rest } = await judgeFile(workerData as FileTask, (done, total) => post({ done, total }));
  for (let at = 0; at < rows.length; at += rowsPerMessage) post({ rows: rows.slice(at, at + rowsPerMessage) });
  post({ end: rest });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  post({ unreadable: error.told });
}
