import { runInThread } from '../../../../threads/run-in-thread.ts';
import type { OccupiedSeat, SeatArrangementTask } from './seat-arrangement.ts';

/** Arranges seats in a worker thread of its own; see `runInThread`. */
export const arrangeSeatsInThread = (task: SeatArrangementTask, signal: AbortSignal): Promise<OccupiedSeat[]> =>
  runInThread(new URL('./seat-arrangement.worker.ts', import.meta.url), task, signal);
