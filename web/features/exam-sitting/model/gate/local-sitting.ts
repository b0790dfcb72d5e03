import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import type { ClientStore, SittingRow } from '../../../../../sync/engine/ports.ts';
import { countHeldOps } from '../../../../../sync/engine/store/store-rules.ts';
import type { LocalSitting } from './notice-view.ts';

type Reads = Pick<ClientStore, 'sittings' | 'streamsOf'>;

/** Finds the newest sitting of a plan (the seat that the server granted to this device) of the user. */
export async function findSitting(store: Pick<ClientStore, 'sittings'>, planId: number, actor: number): Promise<SittingRow | undefined> {
  const mine = (await store.sittings()).filter((row) => row.planId === planId && row.actor === actor);
  return mine.toSorted((a, b) => b.epoch - a.epoch)[0];
}

/** Tells whether a newer attempt of the same plan has replaced this sitting, according to the notices on this device. */
export const isSuperseded = (
  row: Pick<SittingRow, 'planId' | 'attemptId'>,
  notices: readonly Pick<PlanNotice, 'planId' | 'attemptId'>[],
): boolean => notices.some((notice) => notice.planId === row.planId && notice.attemptId !== row.attemptId);

/** Summarises, by plan, what this device holds of each attempt of one user, such as seat, paper, key and undelivered ops. */
export async function summariseLocalSittings(
  store: Reads,
  papers: { hasPaper(planId: number): Promise<boolean>; hasKey(planId: number, actor: number): Promise<boolean> },
  actor: number,
  notices: readonly Pick<PlanNotice, 'planId' | 'attemptId'>[] = [],
): Promise<ReadonlyMap<number, LocalSitting>> {
  const ownSittings = (await store.sittings()).filter((row) => row.actor === actor && !isSuperseded(row, notices));
  const entries = await Promise.all(
    ownSittings.map(async (row): Promise<[number, LocalSitting]> => {
      const streams = await store.streamsOf(row.attemptId);
      const local = {
        seated: true,
        hasPaper: await papers.hasPaper(row.planId),
        hasKey: await papers.hasKey(row.planId, actor),
        hasBegun: streams.length > 0,
        handedIn: row.handIn !== null,
        undecidedCount: row.news?.waiting ?? 0,
        missingCount: row.receipt?.missingOps ?? 0,
        undelivered: streams.reduce((sum, stream) => sum + stream.headSeq - countHeldOps(stream), 0),
      };
      return [row.planId, local];
    }),
  );
  return new Map(entries);
}
