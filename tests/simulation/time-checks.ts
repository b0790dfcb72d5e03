import { findWritingTimeBounds } from '../../sync/engine/ops/writing-time.ts';
import type { ChainOp } from './server-log.ts';
import { worldBeganMs } from './sim-server.ts';
import type { World } from './world.ts';

/** The clocks of PCs and server count whole milliseconds. */
const toleranceMs = 2;

/** 15: what the server calls the latest time of writing (SY22) is never before the true one, for every op that a PC's disk committed. */
export function checkWritingTimes(world: World, attemptId: string, ops: readonly ChainOp[]): void {
  const state = world.server.answerLog.projector.attempt(attemptId)?.state;
  if (!state) return;
  const honest = new Set(world.book.committed.map(({ op }) => op.sealed));
  for (const { op, sealed } of ops) {
    const writtenMs = worldBeganMs + (world.book.bornMs.get(op.documentId) ?? -Infinity) + op.monoMs;
    const stream = state.streams.findIndex(({ id }) => id === op.streamId);
    const proven = honest.has(sealed) ? findWritingTimeBounds(state, stream, op.seq) : undefined;
    if (proven && proven.latestMs < writtenMs - toleranceMs)
      world.book.fault(
        '15 time',
        `${op.streamId}:${op.seq} was written ${writtenMs - proven.latestMs} ms after what the server calls the latest`,
      );
  }
}
