import type { SittingRow, StreamCipher, StreamRow } from '../../sync/engine/ports.ts';
import { formatManifestText } from '../../sync/crypto/canonical.ts';
import { createHash } from 'node:crypto';
import { doHeadsAgree } from '../../sync/engine/store/store-rules.ts';
import type { NodeVault } from './node-vault.ts';
import type { SimTab } from './sim-device.ts';

/**
 * Runs a tab of another release (SY12). Its hand-in is from an older one: `attempt.handIn@1`, which names no extensions. One op is from
 * a future one, of a type that this build does not know. Both must be delivered and stored.
 */
export async function runOldClient(
  tab: SimTab,
  vault: NodeVault,
  attemptId: string,
  answers: [string, string][],
  handsIn: boolean,
): Promise<void> {
  const sitting = await tab.store.sitting(attemptId);
  if (!sitting || sitting.handIn) return;
  const streamId = tab.chance.uuid();
  const { cipher, wrappedForServer, wrappedForSelf } = await vault.openStream(sitting, streamId, tab.documentId);
  const { epoch, actor, ticket, serverKeys } = sitting;
  const head = { headSeq: 0, headHash: cipher.genesis, ackedSeq: 0, ackedBy: '', forkedAfter: 0, asideThrough: 0, condemned: false };
  const wrapped = { wrappedForServer, wrappedForSelf, ticket, genesis: cipher.genesis };
  let row: StreamRow = { streamId, attemptId, epoch, actor, documentId: tab.documentId, keyId: serverKeys.keyId, ...wrapped, ...head };
  await tab.store.addStream(row);

  for (const [i, v] of answers) row = await say(tab, cipher, row, 'answer.set@1', { i, v: [v] });
  row = await say(tab, cipher, row, 'hint.shown@7', { at: 3 });
  if (!handsIn) return;
  const rows = (await tab.store.streamsOf(attemptId)).filter((r) => r.headSeq > 0);
  const heads = rows.map((r) => ({ streamId: r.streamId, seq: r.headSeq, hash: r.headHash }));
  const mine = heads.filter((h) => rows.some((r) => r.streamId === h.streamId && r.epoch === epoch && !r.condemned));
  if (!doHeadsAgree(rows, heads)) return;
  const digest = createHash('sha256').update(formatManifestText(mine)).digest('base64url');
  const manifest = Object.fromEntries(mine.map((h) => [h.streamId, h.seq]));
  await say(tab, cipher, row, 'attempt.handIn@1', { manifest, digest, by: 'examinee', elapsedMs: 5 }, { heads, digest });
}

async function say(
  tab: SimTab,
  cipher: StreamCipher,
  row: StreamRow,
  type: string,
  payload: unknown,
  handIn?: { heads: { streamId: string; seq: number; hash: string }[]; digest: string },
): Promise<StreamRow> {
  const { streamId, attemptId, epoch, actor, documentId } = row;
  const sitting = (await tab.store.sitting(attemptId)) as SittingRow;
  const wallMs = Math.round(tab.clock.wallMs());
  const seq = row.headSeq + 1;
  const plain = {
    streamId,
    seq,
    lamport: sitting.lamport + 1,
    type,
    attemptId,
    basisCursor: 0,
    wallMs,
    monoMs: Math.round(tab.clock.monoMs()),
  };
  const { sealed, hash } = await cipher.seal(row.headHash, { ...plain, epoch, actor, documentId }, payload);
  const op = { ...plain, sealed, hash };
  const outcome = handIn
    ? await tab.store.appendHandIn(op, row.headHash, handIn.heads, { streamId, seq, by: 'examinee', digest: handIn.digest, wallMs })
    : await tab.store.append(op, row.headHash);
  // On a conflict this client gives up; the current client would build the op again.
  return outcome === 'committed' ? { ...row, headSeq: seq, headHash: hash } : row;
}
