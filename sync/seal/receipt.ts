import type { Receipt } from '../contract/sync.ts';
import { fromBase64url, utf8 } from './bytes.ts';

/** What the server signs and the PC checks (SY14): this line, then JSON of the fields in exactly this order. */
export function receiptText(r: Omit<Receipt, 'signature'>): string {
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
    // Left out by `JSON.stringify` while it is undefined: the text of a whole delivery is the same for every build.
    missingOps: r.missingOps,
  })}`;
}

/** ECDSA P-256 over SHA-256, signature as IEEE P1363 (r ‖ s, 64 bytes). `receiptPublic`: the raw point, base64url. */
export async function verifyReceipt(receipt: Receipt, receiptPublic: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(receiptPublic), { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]);
    const signature = fromBase64url(receipt.signature);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, utf8(receiptText(receipt)));
  } catch {
    // A point not on the curve or a malformed text proves nothing either.
    return false;
  }
}
