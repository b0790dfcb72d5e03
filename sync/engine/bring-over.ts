import { allOps, type SecondCopy } from './copies.ts';
import type { Limits } from './in-time.ts';
import { whole } from './join-copies.ts';
import type { ClientStore } from './ports.ts';

export const mendPatienceMs = 8_000;

/** What the database has of an attempt goes to the second copy, where that has nothing of it. */
export async function bringOver(
  attemptId: string,
  { database, second }: { readonly database: ClientStore; readonly second: SecondCopy },
  inTime: Limits['inTime'],
): Promise<void> {
  if ((await second.streamsOf(attemptId)).length > 0) return;
  const load = async () => {
    const sitting = await database.sitting(attemptId);
    const rows = await database.streamsOf(attemptId);
    const streams = await Promise.all(rows.map(async (row) => whole({ row, ops: await database.ops(row.streamId, 1, allOps) })));
    const point = await database.clockCheckpoint(attemptId);
    return { sittings: sitting ? [sitting] : [], streams, clocks: point ? [[attemptId, point] as const] : [] };
  };
  const rows = await inTime(load(), mendPatienceMs);
  if (rows.sittings.length > 0) await second.restore(rows, 'trusted');
}
