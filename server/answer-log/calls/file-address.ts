import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';

/** Validity of an address in milliseconds: 12 hours, a long marking session. */
const openMs = 12 * 3_600_000;

interface Named {
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
    addressOf({ attemptId, itemId }: Named, userId: number, nowMs: number): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify([attemptId, itemId, userId, nowMs + openMs]);
      return `/answer-files/${Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`;
    },
    /** Returns the file of an address, or undefined if the address was not issued here or has expired. */
    read(address: string, nowMs: number): Named | undefined {
      const bytes = Buffer.from(address.slice('/answer-files/'.length), 'base64url');
      if (bytes.length < 29) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(-16));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
        const [attemptId, itemId, , untilMs] = JSON.parse(text) as [string, string, number, number];
        return nowMs < untilMs ? { attemptId, itemId } : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
