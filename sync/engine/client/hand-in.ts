import type { StreamHead } from '../../contract/exams/sync.ts';
import { formatManifestText } from '../../crypto/canonical.ts';
import type { AttemptLedger } from './attempt-ledger.ts';
import { createFaultReporter } from '../faults.ts';
import type { HandInManifest } from '../ops/ops.ts';
import type { OpWriter } from './op-writer.ts';
import type { HandInRow, StreamRow } from '../ports.ts';
import { sealOp } from '../store/seal-op.ts';
import type { AttemptSessionDeps } from './attempt-session.ts';
import { getChainEnd } from '../store/store-rules.ts';

export interface HandInIntent {
  readonly by: 'examinee' | 'timeout';
  readonly elapsedMs: number;
}

/**
 * Writes the hand-in with a manifest of what this device knows of the attempt in its present epoch (SY14). The manifest is built from the current
 * rows. The transaction compares the rows again, so no op can be committed in between and left out.
 */
export async function writeHandIn(
  deps: AttemptSessionDeps,
  ledger: AttemptLedger,
  writer: OpWriter,
  intent: HandInIntent,
  amend?: 'amend',
): Promise<'committed' | 'closed'> {
  const { outcome } = await writer.writeBuilt('attempt.handIn@2', async (ownStream, seq) => {
    const rows = await deps.store.streamsOf(deps.attemptId);
    const heads = rows.map((row): StreamHead => ({ streamId: row.streamId, seq: row.headSeq, hash: row.headHash }));
    const listed = await listHeads(deps, rows, ownStream.epoch);
    const manifest: HandInManifest = Object.fromEntries(listed.map((h) => [h.streamId, h.seq]));
    const digest = await deps.digest(formatManifestText(listed));
    const { streamId } = ownStream;
    const { news } = ledger.sitting;
    // 0 says that early values are not resubmitted yet. Their new ops will follow this hand-in, so `resubmitLostValues` then writes another hand-in.
    const earlyUntilMs = ledger.hasResubmittedAll ? (news?.earlyUntilMs ?? 0) : 0;
    const row: HandInRow = { streamId, seq, by: intent.by, digest, wallMs: Math.round(deps.clock.wallMs()) };
    return {
      payload: { manifest, digest, ...intent, extensionMs: (news?.extensionMs ?? 0) + ledger.grantedMs(), earlyUntilMs },
      commit: async (draft, prevHash) => {
        const op = await sealOp(draft, prevHash);
        return { op, outcome: await deps.store.appendHandIn(op, prevHash, heads, row, amend) };
      },
    };
  });
  // The screen shows the phase of the stored row, so read it now. If that fails, the hand-in is stored nevertheless.
  await ledger.refresh().catch(createFaultReporter(deps.onFault, 'attempt'));
  return outcome;
}

/** Lists the streams of this epoch, each up to the last seq that is or can become part of the server's chain. */
async function listHeads(deps: AttemptSessionDeps, rows: readonly StreamRow[], epoch: number): Promise<StreamHead[]> {
  const listed: StreamHead[] = [];
  for (const row of rows) {
    const seq = getChainEnd(row);
    if (row.epoch !== epoch || seq === 0) continue;
    const hash = seq === row.headSeq ? row.headHash : (await deps.store.ops(row.streamId, seq, 1))[0]?.hash;
    if (hash !== undefined) listed.push({ streamId: row.streamId, seq, hash });
  }
  return listed;
}
