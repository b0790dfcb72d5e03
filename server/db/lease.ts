import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Logger, ServerTimers } from '../ports.ts';
import type { Database } from './schema.ts';

/** The exclusive right of one server to some work, for a limited time. It ends by `release`, or when its server does not renew it. */
export interface Lease {
  readonly name: string;
  /** Id of the server that took the lease. */
  readonly holder: string;
  /** Number that differs each time this server takes a lease, so that a lease that it lost and took again is another one. */
  readonly fence: number;
}

export interface HeldLease extends Lease {
  /** Aborts when the lease was released or could not be renewed in time. */
  readonly endSignal: AbortSignal;
  release(): Promise<void>;
}

/** Takes leases, of which all servers of one database know. */
export interface Leases {
  /** Takes the lease if no server holds it; otherwise resolves with null. */
  take(name: string): Promise<HeldLease | null>;
}

interface RequiredLease {
  readonly lease: Lease;
  isReleased: boolean;
}

const required = new AsyncLocalStorage<readonly RequiredLease[]>();

/**
 * Returns the leases that the current work needs. The databases check them in the commit, so that a server that froze and lost a lease writes
 * nothing. A lease that this server released itself needs no check: writes that its work left for later are allowed.
 */
export const getRequiredLeases = (): readonly Lease[] =>
  (required.getStore() ?? []).flatMap(({ lease, isReleased }) => (isReleased ? [] : lease));

/** Formats a lease for the SQL function `cluster.holds`. */
export const formatLease = ({ name, holder, fence }: Lease): string => `${name} ${holder} ${fence}`;

/** Runs work whose writes are stored only while the lease is held. Resolves when both the work and the release are done. */
export async function runWithLease<T>(lease: HeldLease, work: () => Promise<T>): Promise<T> {
  const entry: RequiredLease = { lease, isReleased: false };
  try {
    return await required.run([...(required.getStore() ?? []), entry], work);
  } finally {
    // A lease that ended early stays required, because another server may hold it.
    entry.isReleased = !lease.endSignal.aborted;
    await lease.release();
  }
}

const leasesOf = new WeakMap<Kysely<Database>, Leases>();

/** Registers the leases of a database that several servers use. */
export const setLeases = (db: Kysely<Database>, leases: Leases): void => void leasesOf.set(db, leases);

/** Returns the leases of a database, or undefined if one process serves it. */
export const getLeases = (db: Kysely<Database>): Leases | undefined => leasesOf.get(db);

/** Milliseconds between two attempts to take a lease that another server holds: `call` while a request waits, `duty` for background work. */
const retryMs = { call: 50, duty: 1_000 };

/** Waits until the lease is free, and runs the work with it. Without other servers it runs at once. */
export async function runUnderLease<T>(db: Kysely<Database>, name: string, timers: ServerTimers, work: () => Promise<T>): Promise<T> {
  const leases = getLeases(db);
  if (!leases) return work();
  for (;;) {
    const lease = await leases.take(name);
    if (lease) return runWithLease(lease, work);
    await timers.sleep(retryMs.call);
  }
}

export interface DutyDeps {
  readonly db: Kysely<Database>;
  readonly timers: ServerTimers;
  readonly logger: Logger;
}

/**
 * Makes sure that exactly one server of the database does a background duty. `start` begins the work and resolves with a function that ends it. If it
 * rejects, it must have begun nothing, because this server or another one calls it again. If the server loses its lease, its work is ended, and
 * another server begins. Resolves after the first attempt to take the duty; the returned function gives the duty up.
 */
export async function holdDuty(
  { db, timers, logger }: DutyDeps,
  name: string,
  start: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const leases = getLeases(db);
  if (!leases) return start();
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  const createWork = (lease: HeldLease) => async (): Promise<void> => {
    const end = await start();
    first.resolve();
    logger.info({ duty: name }, 'this server has taken over a background duty');
    await Promise.race([waitForAbort(lease.endSignal), waitForAbort(stopping.signal)]);
    await end();
  };
  const hold = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const lease = await leases.take(name);
        if (lease) await runWithLease(lease, createWork(lease));
      } catch (err) {
        logger.error({ err, duty: name }, 'could not take over a background duty; trying again');
      }
      first.resolve();
      await timers.sleep(retryMs.duty, stopping.signal);
    }
  };
  const dutyRun = hold();
  await first.promise;
  return async () => {
    stopping.abort(null);
    await dutyRun;
  };
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
