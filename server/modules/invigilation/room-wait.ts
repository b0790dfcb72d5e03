import type { ServerTimers } from '../../ports.ts';
import type { RoomLogReads } from '../../answer-log/calls/room-log-reads.ts';

interface WaitDeps {
  readonly rooms: Pick<RoomLogReads, 'onNews' | 'onHeard'>;
  readonly timers: ServerTimers;
}

/** Waits until one of these logs changes, `waitMs` have passed, or `signal` aborts. */
export async function waitForChange(
  { rooms, timers }: WaitDeps,
  logIds: readonly string[],
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const about = new Set(logIds);
  const over = new AbortController();
  const end = (): void => over.abort(null);
  const heard = (id: string): void => {
    if (about.has(id)) end();
  };
  const leaving = [rooms.onNews(heard), rooms.onHeard(heard)];
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await timers.sleep(waitMs, over.signal);
  } finally {
    for (const leave of leaving) leave();
    signal.removeEventListener('abort', end);
  }
}
