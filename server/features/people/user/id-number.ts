import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerRandom } from '../../../ports.ts';

/** Keys that protect ID numbers in the database: 32 bytes each, from the keys file. */
export interface PersonalKeys {
  readonly seal: Buffer;
  readonly index: Buffer;
}

/** Encrypts an ID number; see `sealText`. */
export const sealIdNumber = (idNumber: string, keys: PersonalKeys, chance: ServerRandom): Buffer => sealText('', idNumber, keys, chance);

/** Decrypts an ID number; throws if it was altered or sealed with another key. */
export const openIdNumber = (sealed: Buffer, keys: PersonalKeys): string => openSealedText('', sealed, keys);

/**
 * Encrypts a text with AES-256-GCM: nonce ‖ ciphertext ‖ tag. `purpose`: names what the text is and whose; opened for another purpose, it is
 * refused.
 */
export function sealText(purpose: string, text: string, keys: Pick<PersonalKeys, 'seal'>, chance: ServerRandom): Buffer {
  const nonce = chance.bytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a text; throws if it was altered, or sealed with another key or for another purpose. */
export function openSealedText(purpose: string, sealed: Buffer, keys: Pick<PersonalKeys, 'seal'>): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

/** Computes a blind index. Equal numbers of one school give equal bytes; without the key nobody can test guessed numbers. */
export const indexIdNumber = (idNumber: string, schoolId: number, keys: PersonalKeys): Buffer =>
  createHmac('sha256', keys.index).update(`${schoolId}:${idNumber}`).digest();

/** Compares two blind indexes in constant time. */
export const isSameBlindIndex = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
