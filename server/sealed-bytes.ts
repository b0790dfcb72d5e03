import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto';
import type { ServerRandom } from './ports.ts';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM: nonce ‖ ciphertext ‖ tag. `nonce`: 12 random bytes, never used twice with one key. `purpose`: names the content and
 * its owner; `openSealedBytes` with another purpose throws.
 */
export function sealBytes(key: CipherKey, purpose: string, plain: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `sealBytes` or a device encrypted. Throws if it was altered, cut short, or sealed with another key or for another purpose. */
export function openSealedBytes(key: CipherKey, purpose: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  decipher.final();
  return plain;
}

interface SealKey {
  readonly seal: Buffer;
}

/** Encrypts a text; see `sealBytes`. */
export const sealText = (purpose: string, text: string, keys: SealKey, chance: ServerRandom): Buffer =>
  sealBytes(keys.seal, purpose, Buffer.from(text), chance.bytes(12));

/** Decrypts a text; throws if it was altered, or sealed with another key or for another purpose. */
export const openSealedText = (purpose: string, sealed: Buffer, keys: SealKey): string =>
  openSealedBytes(keys.seal, purpose, sealed).toString('utf8');
