import { parentPort, workerData } from 'node:worker_threads';
import { exporters } from './format-registry.ts';
import type { WriteTask } from './file-writing.ts';

/** Writes one file apart from the server: every question is read back to see what its format can't say. */
const { format, questions, pictures } = workerData as WriteTask;
parentPort?.postMessage(await exporters[format].write(questions, pictures));
