import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { openSealedBytes, sealBytes } from '../../sealed-bytes.ts';

/** Validity of an address in milliseconds: 12 hours, a long marking session. */
const openMs = 12 * 3_600_000;

interface FileOwner {
  readonly attemptId: string;
  readonly itemId: string;
}

/**
 * Builds and reads addresses of attachments. They are issued only together with the answers. An image element sends no session token, so the
 * address itself holds the file and its expiry time. It is encrypted, so that a marker cannot see which answers belong to the same person.
 */
export function createFileAddresses(secret: KeyObject) {
  const key = createHmac('sha256', secret).update('wenkao answer files 1').digest();
  return {
    addressOf({ attemptId, itemId }: FileOwner, userId: number, nowMs: number): string {
      const text = JSON.stringify([attemptId, itemId, userId, nowMs + openMs]);
      return `/answer-files/${sealBytes(key, '', Buffer.from(text), randomBytes(12)).toString('base64url')}`;
    },
    /** Decrypts an address and returns which file it names; undefined if this server did not issue the address, or if it has expired. */
    read(address: string, nowMs: number): FileOwner | undefined {
      const bytes = Buffer.from(address.slice('/answer-files/'.length), 'base64url');
      try {
        const text = openSealedBytes(key, '', bytes).toString('utf8');
        const [attemptId, itemId, , untilMs] = JSON.parse(text) as [string, string, number, number];
        return nowMs < untilMs ? { attemptId, itemId } : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
