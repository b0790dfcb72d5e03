import type { OpDraft, OpRow } from '../client/ports.ts';

/** Builds the row of an op: seals it and computes its hash onto `prevHash`. */
export async function sealOp({ header, payload, cipher }: OpDraft, prevHash: string): Promise<OpRow> {
  const { sealed, hash } = await cipher.seal(prevHash, header, payload);
  const { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs } = header;
  return { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs, sealed, hash };
}
