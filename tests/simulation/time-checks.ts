import { findWritingTimeBounds } from '../../sync/engine/ops/writing-time.ts';
import type { ChainOp } from './server-log.ts';
import { worldBeganMs } from './sim-server.ts';
import type { World } from './world.ts';

/** Tolerance in milliseconds, because the clocks of PCs and server count whole milliseconds. */
const toleranceMs = 2;

/**
 * Checks property 15: for every op that a PC's disk committed, the latest time of writing that the server computes (SY22) is not before the
 * true time of writing.
 */
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
