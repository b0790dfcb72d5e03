import type { Worker } from 'node:worker_threads';

export interface TimeLimits {
  /** Of the processor's time that the thread itself used: a busy machine is nobody's fault. */
  readonly seconds: number;
  /** By the clock, for whatever waits without end. */
  readonly wallSeconds: number;
}

/** Calls `over` once, when a thread has had more time than it may. Answers with what ends the watch. */
export function watchTime(thread: Pick<Worker, 'cpuUsage'>, { seconds, wallSeconds }: TimeLimits, over: () => void): () => void {
  let ended = false;
  let next: NodeJS.Timeout | undefined;
  const end = (): void => {
    ended = true;
    clearTimeout(next);
    clearTimeout(wall);
  };
  const stop = (): void => {
    if (ended) return;
    end();
    over();
  };
  const wall = setTimeout(stop, wallSeconds * 1000);
  const look = async (): Promise<void> => {
    // A thread that has just ended tells nothing more.
    const used = await thread.cpuUsage().catch(() => undefined);
    if (ended || used === undefined) return;
    const usedMs = (used.user + used.system) / 1000;
    if (usedMs >= seconds * 1000) stop();
    else again(seconds * 1000 - usedMs);
  };
  // It can't use more than the time that passes.
  const again = (leftMs: number): void => {
    next = setTimeout(() => void look(), Math.max(leftMs, 200));
  };
  if (seconds > 0) again(seconds * 1000);
  else next = setTimeout(stop, 0);
  return end;
}
