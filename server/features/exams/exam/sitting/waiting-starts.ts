import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import type { ServerClock } from '../../../../ports.ts';
import type { SyncReads } from '../../../../answer-log/calls/sync-reads.ts';
import { listWaitingAttempts } from '../exam-reads.ts';

/**
 * Registers with the answer log the starts of all attempts that have not begun (SY24), before the server takes its first push. Attempts of plans that
 * are published later are registered at publication.
 */
export async function registerWaitingStarts(
  db: Kysely<Database>,
  clock: ServerClock,
  sync: Pick<SyncReads, 'registerStart'>,
): Promise<void> {
  const attempts = await listWaitingAttempts(db, clock.nowMs());
  for (const [startMs, ids] of Map.groupBy(attempts, (attempt) => attempt.startMs))
    await sync.registerStart(
      ids.map(({ attemptId }) => attemptId),
      startMs,
    );
}
