import type { Worker } from 'node:worker_threads';

export interface ThreadTimeLimits {
  /**
   * Limit of the processor time (s) that the thread itself uses. On a busy machine, a limit by the clock could run out through no fault of the
   * thread.
   */
  readonly seconds: number;
  /** Limit by the clock (s), for a thread that waits forever and uses no processor time. */
  readonly wallSeconds: number;
  /** Processor time (ms) that the thread had used before the watched work. */
  readonly usedBeforeMs?: number;
}

/** Shortest time between two looks at a thread's processor time. */
const leastLookMs = 50;

/** Calls `over` once when a thread has exceeded its time. Returns a function that ends the watch. */
export function watchThreadTime(
  thread: Pick<Worker, 'cpuUsage'>,
  { seconds, wallSeconds, usedBeforeMs = 0 }: ThreadTimeLimits,
  over: () => void,
): () => void {
  let hasEnded = false;
  let next: NodeJS.Timeout | undefined;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(next);
    clearTimeout(wall);
  };
  const stop = (): void => {
    if (hasEnded) return;
    end();
    over();
  };
  const wall = setTimeout(stop, wallSeconds * 1000);
  const look = async (): Promise<void> => {
    // A thread that has just ended reports no usage.
    const usage = await thread.cpuUsage().catch(() => undefined);
    if (hasEnded || usage === undefined) return;
    const usedMs = (usage.user + usage.system) / 1000 - usedBeforeMs;
    if (usedMs >= seconds * 1000) stop();
    else scheduleLook(seconds * 1000 - usedMs);
  };
  // A thread cannot use more processor time than the time that passes, so no earlier check is needed.
  const scheduleLook = (leftMs: number): void => {
    next = setTimeout(() => void look(), Math.max(leftMs, leastLookMs));
  };
  if (seconds > 0) scheduleLook(seconds * 1000);
  else next = setTimeout(stop, 0);
  return end;
}
