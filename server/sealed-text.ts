import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { ServerRandom } from './ports.ts';

interface SealKey {
  readonly seal: Buffer;
}

/**
 * Encrypts a text with AES-256-GCM: nonce ‖ ciphertext ‖ tag. `purpose`: names what the text is and whose; opened for another purpose, it is
 * refused.
 */
export function sealText(purpose: string, text: string, keys: SealKey, chance: ServerRandom): Buffer {
  const nonce = chance.bytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a text; throws if it was altered, or sealed with another key or for another purpose. */
export function openSealedText(purpose: string, sealed: Buffer, keys: SealKey): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}
