import { createHmac, timingSafeEqual, randomInt } from 'node:crypto';
import type { ServerRandom } from '../../../../ports.ts';
import type { IdNumberKeys } from '../id-number.ts';

/** Characters of an initial password. 0, O, 1, I and L are missing, because people read the password from a slip of paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const letters = 10;
const mark = '$initial$1$';

/** Makes a random password of ten characters out of 31 (49 bits): "K7RWM-X2P9T". */
export function makeInitialPassword(chance: ServerRandom): string {
  let text = '';
  while (text.length < letters) {
    const byte = chance.bytes(1).readUInt8();
    // Rejection sampling: bytes above the last full round of the alphabet are dropped, so that every character is equally likely.
    if (byte < alphabet.length * 8) text += alphabet.charAt(byte % alphabet.length);
  }
  return `${text.slice(0, letters / 2)}-${text.slice(letters / 2)}`;
}

const normalise = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();

const computeKeyedHash = (password: string, salt: string, keys: IdNumberKeys): Buffer =>
  createHmac('sha256', keys.index)
    .update(`initial password\n${salt}\n${normalise(password)}`)
    .digest();

/**
 * Hashes a random initial password with a keyed hash. It needs no slow hash: no word list helps, and without the server's key no guess can be tested.
 * So thousands of people can get one at once (decision 011). Passwords that people choose are hashed with argon2id.
 */
export function hashInitialPassword(password: string, keys: IdNumberKeys, chance: ServerRandom): string {
  const salt = chance.bytes(12).toString('base64url');
  return `${mark}${salt}$${computeKeyedHash(password, salt, keys).toString('base64url')}`;
}

/** Tells whether a hash is that of an initial password. */
export const isInitialHash = (hash: string): boolean => hash.startsWith(mark);

/** Checks an initial password in constant time; spaces, dashes and case do not matter. */
export function verifyInitialPassword(hash: string, password: string, keys: IdNumberKeys): boolean {
  const [salt, storedHash] = hash.slice(mark.length).split('$');
  if (salt === undefined || storedHash === undefined) return false;
  const expectedHash = Buffer.from(storedHash, 'base64url');
  const computedHash = computeKeyedHash(password, salt, keys);
  return expectedHash.length === computedHash.length && timingSafeEqual(expectedHash, computedHash);
}

/** Makes a password of 16 characters out of 31 that cannot be confused (79 bits). It is shown once; only its hash is stored. */
export function makeOneTimePassword(): string {
  const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
  return letters.join('').replace(/(.{4})(?!$)/g, '$1-');
}
