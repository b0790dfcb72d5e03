import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** So long an address opens: a long film, with a break. */
const ticketMs = 12 * 3_600_000;

/**
 * Addresses of guarded files. A film's element sends no token, so its address says who asked and until when, under the server's key; whether
 * that person may still open the file is looked up each time.
 */
export function mediaTickets(secret: KeyObject) {
  const sealOf = (name: string, userId: number, untilMs: number): string =>
    createHmac('sha256', secret).update(`media/${name}/${userId}/${untilMs}`).digest('base64url');
  return {
    untilMs: (nowMs: number): number => nowMs + ticketMs,
    /** `/uploads/x.mp4` → its address for this person. */
    addressOf(url: string, userId: number, untilMs: number): string {
      const name = url.slice('/uploads/'.length);
      return `/media/${name}?u=${userId}&t=${untilMs}&s=${sealOf(name, userId, untilMs)}`;
    },
    /** Who asks for the file with this address; undefined: nobody whom we gave it. */
    readerOf(name: string, query: URLSearchParams, nowMs: number): number | undefined {
      const [userId, untilMs] = [Number(query.get('u')), Number(query.get('t'))];
      const given = Buffer.from(query.get('s') ?? '');
      const right = Buffer.from(sealOf(name, userId, untilMs));
      return given.length === right.length && timingSafeEqual(given, right) && nowMs < untilMs ? userId : undefined;
    },
  };
}
export type MediaTickets = ReturnType<typeof mediaTickets>;
