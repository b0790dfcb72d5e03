import type { HandInReceipt } from '../contract/exams/sync.ts';
import { fromBase64url, encodeUtf8 } from './bytes.ts';

/**
 * Returns the text of a hand-in receipt that the server signs and the PC verifies (SY14): a fixed line, then JSON of the fields in exactly this
 * order.
 */
export function formatReceiptText(r: Omit<HandInReceipt, 'signature'>): string {
  return `wenkao receipt 1\n${JSON.stringify({
    attemptId: r.attemptId,
    streamId: r.streamId,
    seq: r.seq,
    digest: r.digest,
    opCount: r.opCount,
    answeredCount: r.answeredCount,
    quarantined: r.quarantined.map((q) => ({ streamId: q.streamId, seq: q.seq, reason: q.reason })),
    receivedMs: r.receivedMs,
    serverEpoch: r.serverEpoch,
    // `JSON.stringify` omits an undefined value, so the text for a complete delivery has no such field, as in builds before the field existed.
    missingOps: r.missingOps,
  })}`;
}

/**
 * Verifies the signature of a receipt: ECDSA P-256 with SHA-256, as IEEE P1363 (r ‖ s, 64 bytes). `receiptPublic`: raw point, base64url.
 * Never rejects.
 */
export async function verifyReceipt(receipt: HandInReceipt, receiptPublic: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(receiptPublic), { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]);
    const signature = fromBase64url(receipt.signature);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, encodeUtf8(formatReceiptText(receipt)));
  } catch {
    // An invalid public key or malformed base64url makes the import or verification throw; treat the signature as invalid.
    return false;
  }
}
