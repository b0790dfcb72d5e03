import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';

/** So long an address opens: a long evening of marking. */
const openMs = 12 * 3_600_000;

interface Named {
  readonly attemptId: string;
  readonly itemId: string;
}

/**
 * Addresses of files on answers, given only with the answers themselves. A picture's element sends no token, so the address says what and until
 * when; sealed, for a marker must not see from it which answers are of one person.
 */
export function fileAddresses(secret: KeyObject) {
  const key = createHmac('sha256', secret).update('wenkao answer files 1').digest();
  return {
    addressOf({ attemptId, itemId }: Named, userId: number, nowMs: number): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify([attemptId, itemId, userId, nowMs + openMs]);
      return `/answer-files/${Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`;
    },
    /** Undefined: nothing we gave out, or its time is over. */
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
