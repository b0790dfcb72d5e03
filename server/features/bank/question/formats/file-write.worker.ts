import { parentPort, workerData } from 'node:worker_threads';
import { exporters } from './format-registry.ts';
import type { FileWriteTask } from './threads/file-writing.ts';

/** Writes one file in a worker thread. Each question is read back to find what its format cannot express, which takes time. */
const task = workerData as FileWriteTask;
parentPort?.postMessage(
  'paper' in task
    ? (await import('./word-write/word-paper.ts')).writePaper(task.paper, task.pictures)
    : await exporters[task.format].write(task.questions, task.pictures),
);
