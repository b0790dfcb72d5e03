import type { OpDraft, OpRow } from './ports.ts';

/** The row of an op: sealed, and hashed onto `prevHash`. */
export async function sealOp({ header, payload, cipher }: OpDraft, prevHash: string): Promise<OpRow> {
  const { sealed, hash } = await cipher.seal(prevHash, header, payload);
  const { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs } = header;
  return { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs, sealed, hash };
}
