import { maxOpSeq, type JournalReplica } from './replicas.ts';
import type { createFaultReporter } from '../faults.ts';
import type { ReplicaTimeouts } from './replica-timeouts.ts';
import { cutAtFirstGap } from './join-streams.ts';
import type { ClientStore } from '../ports.ts';

export const repairTimeoutMs = 8_000;

/**
 * Returns a function that copies an attempt from the database to the journal once, before the journal becomes primary for it. The repair of the
 * replicas leaves out delivered, archived attempts. Without the copy, such an attempt would reuse lamports after it is reopened, and its hand-in
 * would omit ops of the database.
 */
export function createJournalCopier(
  copies: Copies,
  inTime: ReplicaTimeouts['inTime'],
  report: ReturnType<typeof createFaultReporter>,
): (attemptId: string) => Promise<void> {
  const done = new Map<string, Promise<void>>();
  return (attemptId) => {
    const failed = (fault: unknown): void => {
      report(fault);
      done.delete(attemptId);
    };
    const copying = done.get(attemptId) ?? bringOver(attemptId, copies, inTime).catch(failed);
    done.set(attemptId, copying);
    return copying;
  };
}

interface Copies {
  readonly database: ClientStore;
  readonly journalReplica: JournalReplica;
}

/** Copies the rows of an attempt from the database to the journal, unless the journal has streams of this attempt. */
async function bringOver(attemptId: string, { database, journalReplica }: Copies, inTime: ReplicaTimeouts['inTime']): Promise<void> {
  if ((await journalReplica.streamsOf(attemptId)).length > 0) return;
  const load = async () => {
    const sitting = await database.sitting(attemptId);
    const rows = await database.streamsOf(attemptId);
    const streams = await Promise.all(rows.map(async (row) => cutAtFirstGap({ row, ops: await database.ops(row.streamId, 1, maxOpSeq) })));
    const point = await database.clockCheckpoint(attemptId);
    return { sittings: sitting ? [sitting] : [], streams, clocks: point ? [[attemptId, point] as const] : [] };
  };
  const rows = await inTime(load(), repairTimeoutMs);
  if (rows.sittings.length > 0) await journalReplica.restore(rows, 'trusted');
}
