import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Validity of a signed address (ms): long enough for a long film with a break. */
const ticketMs = 12 * 3_600_000;

/**
 * Signs the addresses of guarded files, such as films of courses. A video element sends no session token, so the address names the user and its
 * expiry, signed with the server's key. The user's right to open the file is checked at each request.
 */
export function createMediaTickets(secret: KeyObject) {
  const sealOf = (name: string, userId: number, untilMs: number): string =>
    createHmac('sha256', secret).update(`media/${name}/${userId}/${untilMs}`).digest('base64url');
  return {
    untilMs: (nowMs: number): number => nowMs + ticketMs,
    /** Converts `/uploads/x.mp4` to the signed address for one user. */
    addressOf(url: string, userId: number, untilMs: number): string {
      const name = url.slice('/uploads/'.length);
      return `/media/${name}?u=${userId}&t=${untilMs}&s=${sealOf(name, userId, untilMs)}`;
    },
    /** Returns the id of the user that the address was issued to, or undefined if the signature is wrong or the address has expired. */
    readerOf(name: string, query: URLSearchParams, nowMs: number): number | undefined {
      const [userId, untilMs] = [Number(query.get('u')), Number(query.get('t'))];
      const receivedSeal = Buffer.from(query.get('s') ?? '');
      const expectedSeal = Buffer.from(sealOf(name, userId, untilMs));
      return receivedSeal.length === expectedSeal.length && timingSafeEqual(receivedSeal, expectedSeal) && nowMs < untilMs
        ? userId
        : undefined;
    },
  };
}
export type MediaTickets = ReturnType<typeof createMediaTickets>;
