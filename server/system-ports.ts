import { randomBytes, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerRandom, ServerClock, ServerTimers } from './ports.ts';

/** Clock, randomness and timers of a running server. Tests supply their own. */
export const systemClock: ServerClock = { nowMs: () => Date.now() };
export const systemRandom: ServerRandom = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
export const systemTimers: ServerTimers = {
  // Not `setTimeout` of `timers/promises`, which rejects on abort: thousands of polls may end in one second, each with an error.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, signal?.aborted === true ? 0 : ms);
      signal?.addEventListener('abort', finish);
    }),
};

const loopDelay = monitorEventLoopDelay({ resolution: 20 });
loopDelay.enable();

/** Returns memory and event loop figures of this process. Delays are measured since the last call; a long delay has held up every response. */
export function readProcessGauges(): Record<string, number> {
  const { rss, heapUsed } = process.memoryUsage();
  const inMs = (ns: number): number => Math.round(ns / 1e6);
  const delays = { event_loop_delay_p99_ms: inMs(loopDelay.percentile(99)), event_loop_delay_max_ms: inMs(loopDelay.max) };
  loopDelay.reset();
  return { memory_rss_bytes: rss, memory_heap_bytes: heapUsed, ...delays };
}

/** Returns the bytes on the disk of `folder` that this process may still use. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
