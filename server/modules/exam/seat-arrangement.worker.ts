import { parentPort, workerData } from 'node:worker_threads';
import { type ArrangeTask, arrangeSeats } from './seat-arrangement.ts';

/** Thousands of people take a second: the server must go on answering. */
parentPort?.postMessage(arrangeSeats(workerData as ArrangeTask));
