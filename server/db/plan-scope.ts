import type { Kysely } from 'kysely';
import { KeyedQueue } from '../keyed-queue.ts';
import { systemTimers } from '../system-ports.ts';
import { runUnderLease } from './lease.ts';
import type { Database } from './schema.ts';

const queues = new WeakMap<Kysely<Database>, KeyedQueue<number>>();

/**
 * Serialises changes of a plan's times and the release of its scores. Otherwise an extension could slip in between checking who has
 * finished and releasing. The queue in memory orders the changes of this process; a lease excludes those of other servers.
 */
export function runInPlanScope<T>(db: Kysely<Database>, planId: number, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? new KeyedQueue<number>();
  queues.set(db, queue);
  return queue.run(planId, () => runUnderLease(db, `plan/${planId}`, systemTimers, work));
}
