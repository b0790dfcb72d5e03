import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultZone, formatWallTime } from '../../../sync/contract/zone-time.ts';

const zones = new AsyncLocalStorage<string>();

/** Runs `work` with `zone`, the time zone of the caller's school. It applies to all times in messages and to all counting by days within `work`. */
export const runInZone = <T>(zone: string, work: () => T): T => zones.run(zone, work);

/** Returns the time zone of the running call. Outside of calls, and in calls without a signed-in user, it is the default zone. */
export const getCallZone = (): string => zones.getStore() ?? defaultZone;

/** Formats a time for a message, in the time zone of the caller's school: "2026-11-21 09:05:31". */
export const formatCallTime = (ms: number): string => formatWallTime(ms, getCallZone()).replace('T', ' ');
