import { pushLimits, type PushInput, type WireOp } from '../../contract/exams/sync.ts';
import type { ClientStore, OpRow, StreamRow } from '../ports.ts';
import { getChainEnd } from '../store/store-rules.ts';

/** Estimated bytes of a request body in addition to the ops: upload token, header, wrapped secret. */
const envelopeBytes = 3_000;
/** Estimated bytes of one op in a request body in addition to `sealed`, its ciphertext. */
const opBytes = 160;

const toWireOp = (op: OpRow): WireOp => [op.lamport, op.type, op.basisCursor, op.wallMs, op.monoMs, op.sealed];

/**
 * Builds the next batch of a stream: ops that the server is not known to hold, at most `limit`. First come ops that are or can become part of the
 * chain, then the tail of a retired stream, marked as `aside`. Returns undefined if nothing is left to send, or if the disk lacks an op that exists
 * according to `row`.
 */
export async function buildNextBatch(
  store: Pick<ClientStore, 'ops'>,
  row: StreamRow,
  limit: number,
  newsSeen: number,
): Promise<PushInput | undefined> {
  const end = getChainEnd(row);
  const tail = row.ackedSeq >= end;
  const fromSeq = tail ? Math.max(end, row.asideThrough) + 1 : row.ackedSeq + 1;
  const room = (tail ? row.headSeq : end) - fromSeq + 1;
  if (room < 1) return undefined;
  // Read one op more before the batch: the batch builds on its hash.
  const before = fromSeq > 1 ? 1 : 0;
  const read = await store.ops(row.streamId, fromSeq - before, Math.min(limit, pushLimits.ops, room) + before);
  const prevHash = before === 1 ? read[0]?.hash : row.genesis;
  const ops = takeFittingOps(read.slice(before));
  const last = ops.at(-1);
  if (prevHash === undefined || !last || ops[0]?.seq !== fromSeq) return undefined;
  const { streamId, attemptId, epoch, actor, documentId, keyId, wrappedForServer } = row;
  const stream = { streamId, attemptId, epoch, actor, documentId, keyId };
  return {
    ticket: row.ticket,
    // Send the stream's secret until the server is known to hold the stream, and with every tail of a retired stream, because the server may never
    // receive anything else of that stream.
    stream: row.ackedSeq === 0 || tail ? { ...stream, wrapped: wrappedForServer } : stream,
    fromSeq,
    prevHash,
    ops: ops.map(toWireOp),
    headHash: last.hash,
    newsSeen,
    // SY25: report that the stream has ops beyond this batch. The tail of a retired stream goes into quarantine, and the server notes that itself.
    written: row.headSeq > last.seq && !row.condemned ? row.headSeq : undefined,
    ...(row.condemned && tail ? { aside: true } : {}),
  };
}

function takeFittingOps(ops: readonly OpRow[]): readonly OpRow[] {
  let bytes = envelopeBytes;
  const end = ops.findIndex((op) => (bytes += op.sealed.length + opBytes) > pushLimits.bodyBytes);
  return end < 0 ? ops : ops.slice(0, Math.max(1, end));
}
