import { parentPort, workerData } from 'node:worker_threads';
import { type SeatArrangementTask, arrangeSeats } from './seat-arrangement.ts';

/** Arranges seats in a worker thread: thousands of people take about a second, and the server must keep answering. */
parentPort?.postMessage(arrangeSeats(workerData as SeatArrangementTask));
