import { parentPort, workerData } from 'node:worker_threads';
import { exporters } from './format-registry.ts';
import type { WriteTask } from './file-writing.ts';

/** Writes one file apart from the server: every question is read back to see what its format can't say. */
const task = workerData as WriteTask;
parentPort?.postMessage(
  'paper' in task
    ? (await import('./word-paper.ts')).writePaper(task.paper, task.pictures)
    : await exporters[task.format].write(task.questions, task.pictures),
);
