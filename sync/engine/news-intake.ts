import type { News } from '../contract/sync.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { SittingRow } from './ports.ts';
import { isDelivered } from './store-rules.ts';

/** Keeps news of the server, a receipt only where it is the server's own and answers what was handed in here (SY14). */
export async function takeNews(deps: AgentDeps, attemptId: string, news: News, serverEpoch: string): Promise<void> {
  const sitting = await deps.store.sitting(attemptId);
  if (!sitting) return;
  const receipt = news.receipt && (await holds(deps, sitting, news.receipt)) ? news.receipt : null;
  await deps.store.noteNews(attemptId, { ...news, receipt }, serverEpoch);
}

async function holds(deps: AgentDeps, sitting: SittingRow, receipt: NonNullable<News['receipt']>): Promise<boolean> {
  const { handIn } = sitting;
  const mine = handIn !== null && handIn.streamId === receipt.streamId && handIn.seq === receipt.seq;
  if (receipt.attemptId !== sitting.attemptId || (mine && handIn.digest !== receipt.digest)) return false;
  return deps.verifyReceipt(receipt, sitting.serverKeys);
}

/** SY8: once the receipt is here and this very server holds all, the attempt needs no looking after. Its ops stay. */
export async function archiveWhenDone(deps: AgentDeps, attemptId: string, serverEpoch: string | undefined): Promise<void> {
  const sitting = await deps.store.sitting(attemptId);
  if (!sitting || sitting.archivedMs !== null || !sitting.receipt || !sitting.news?.handedIn) return;
  if (serverEpoch === undefined || sitting.serverEpoch !== serverEpoch) return;
  const rows = await deps.store.streamsOf(attemptId);
  const held = rows.every((row) => row.headSeq === 0 || (isDelivered(row) && row.ackedBy === serverEpoch));
  if (held) await deps.store.archive(attemptId, deps.clock.wallMs());
}
