import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerRandom } from '../../../ports.ts';
import { openSealedText, sealText } from '../../../sealed-bytes.ts';

/** Keys that protect ID numbers in the database: 32 bytes each, from the keys file. */
export interface IdNumberKeys {
  readonly seal: Buffer;
  readonly index: Buffer;
}

/** Encrypts an ID number; see `sealText`. */
export const sealIdNumber = (idNumber: string, keys: IdNumberKeys, chance: ServerRandom): Buffer => sealText('', idNumber, keys, chance);

/** Decrypts an ID number; throws if it was altered or sealed with another key. */
export const openIdNumber = (sealed: Buffer, keys: IdNumberKeys): string => openSealedText('', sealed, keys);

/** Computes a blind index. Equal numbers of one school give equal bytes; without the key nobody can test guessed numbers. */
export const indexIdNumber = (idNumber: string, schoolId: number, keys: IdNumberKeys): Buffer =>
  createHmac('sha256', keys.index).update(`${schoolId}:${idNumber}`).digest();

/** Compares two blind indexes in constant time. */
export const isSameBlindIndex = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
