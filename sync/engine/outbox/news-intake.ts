import type { AttemptNews } from '../../contract/exams/sync.ts';
import type { SyncAgentDeps } from './agent-deps.ts';
import type { SittingRow } from '../ports.ts';
import { isStreamDelivered } from '../store/store-rules.ts';

/** Stores the server's news of an attempt. Drops a receipt whose signature is invalid or whose digest contradicts this device's hand-in (SY14). */
export async function applyNews(deps: SyncAgentDeps, attemptId: string, news: AttemptNews, serverEpoch: string): Promise<void> {
  const sitting = await deps.store.sitting(attemptId);
  if (!sitting) return;
  const receipt = news.receipt && (await isReceiptValid(deps, sitting, news.receipt)) ? news.receipt : null;
  await deps.store.noteNews(attemptId, { ...news, receipt }, serverEpoch);
}

async function isReceiptValid(deps: SyncAgentDeps, sitting: SittingRow, receipt: NonNullable<AttemptNews['receipt']>): Promise<boolean> {
  const { handIn } = sitting;
  const isForThisHandIn = handIn !== null && handIn.streamId === receipt.streamId && handIn.seq === receipt.seq;
  if (receipt.attemptId !== sitting.attemptId || (isForThisHandIn && handIn.digest !== receipt.digest)) return false;
  return deps.verifyReceipt(receipt, sitting.serverKeys);
}

/** Marks the attempt as archived once this device has the receipt and the server holds all its ops (SY8). The ops stay on the device. */
export async function archiveIfDelivered(deps: SyncAgentDeps, attemptId: string, serverEpoch: string | undefined): Promise<void> {
  const sitting = await deps.store.sitting(attemptId);
  if (!sitting || sitting.archivedMs !== null || !sitting.receipt || !sitting.news?.handedIn) return;
  if (serverEpoch === undefined || sitting.serverEpoch !== serverEpoch) return;
  const rows = await deps.store.streamsOf(attemptId);
  const isDelivered = rows.every((row) => row.headSeq === 0 || (isStreamDelivered(row) && row.ackedBy === serverEpoch));
  if (isDelivered) await deps.store.archive(attemptId, deps.clock.wallMs());
}
