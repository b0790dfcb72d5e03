import type { OpDraft, OpRow } from '../ports.ts';

/** Encrypts an op, computes its hash from its content and the previous op's hash (`prevHash`), and returns the row to store. */
export async function sealOp({ header, payload, cipher }: OpDraft, prevHash: string): Promise<OpRow> {
  const { sealed, hash } = await cipher.seal(prevHash, header, payload);
  const { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs } = header;
  return { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs, sealed, hash };
}
