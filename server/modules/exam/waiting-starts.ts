import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ServerClock } from '../../ports.ts';
import type { SyncReads } from '../sync/sync-reads.ts';
import { waitingAttempts } from './exam-reads.ts';

/** Tells the log which exams have not begun (SY24): before a server takes its first push. What is published later, publishing tells. */
export async function expectWaitingStarts(db: Kysely<Database>, clock: ServerClock, sync: Pick<SyncReads, 'expect'>): Promise<void> {
  const attempts = await waitingAttempts(db, clock.nowMs());
  for (const [startMs, ids] of Map.groupBy(attempts, (attempt) => attempt.startMs))
    sync.expect(
      ids.map(({ attemptId }) => attemptId),
      startMs,
    );
}
