import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerChance, ServerClock, ServerTimers } from './ports.ts';

/** The real ports of a running server. */
export const systemClock: ServerClock = { nowMs: () => Date.now() };
export const systemChance: ServerChance = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
export const systemTimers: ServerTimers = {
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
