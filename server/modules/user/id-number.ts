import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerChance } from '../../ports.ts';

/** 32 bytes each, from the keys file: what protects ID numbers in the database. */
export interface PersonalKeys {
  readonly seal: Buffer;
  readonly index: Buffer;
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** Full-width forms, spaces and a small x are how people type it; the stored form has none. */
export const normaliseIdNumber = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

/** GB 11643: weighted sum of the first 17 digits, modulo 11. */
export function idCheckDigit(first17: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(first17[at]), 0);
  return checkDigits[sum % 11] ?? '';
}

export const isIdNumber = (text: string): boolean => /^\d{17}[\dX]$/.test(text) && idCheckDigit(text.slice(0, 17)) === text[17];

/** nonce ‖ ciphertext ‖ tag. */
export function sealIdNumber(idNumber: string, keys: PersonalKeys, chance: ServerChance): Buffer {
  const nonce = chance.bytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce);
  return Buffer.concat([nonce, cipher.update(idNumber, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

export function openIdNumber(sealed: Buffer, keys: PersonalKeys): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

/** A blind index: equal numbers of one school give equal bytes, and nobody without the key can try numbers out. */
export const indexIdNumber = (idNumber: string, schoolId: number, keys: PersonalKeys): Buffer =>
  createHmac('sha256', keys.index).update(`${schoolId}:${idNumber}`).digest();

export const sameIndex = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
