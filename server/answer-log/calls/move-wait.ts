const freeMoves = 4;
const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/**
 * Returns the milliseconds until an attempt, now at `epoch`, may move to another PC; 0 if now. Moves are limited because each one stores the
 * heads of all streams of the attempt. The first moves are free. After that, each wait is twice as long as the one before. `grantedMs`: server
 * time of the newest move.
 */
export function computeMoveWaitMs(epoch: number, grantedMs: number, nowMs: number): number {
  const moves = epoch - 1;
  if (moves < freeMoves) return 0;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (moves - freeMoves));
  return Math.max(0, Math.min(pauseMs, grantedMs + pauseMs - nowMs));
}
