import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultZone, formatWallTime } from '../../../sync/contract/zone-time.ts';

const zones = new AsyncLocalStorage<string>();

/** Makes `zone` the one of everything that `work` says and counts by days: the zone of the caller's school. */
export const runInZone = <T>(zone: string, work: () => T): T => zones.run(zone, work);

/** Returns the zone of the call that runs; outside of calls, and where nobody is signed in, that of a school that has named none. */
export const getCallZone = (): string => zones.getStore() ?? defaultZone;

/** A time as messages give it, in the zone of the caller's school: "2026-11-21 09:05:31". */
export const formatCallTime = (ms: number): string => formatWallTime(ms, getCallZone()).replace('T', ' ');
