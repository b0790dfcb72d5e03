import { randomInt } from 'node:crypto';

/** Makes a password of 16 characters out of 31 that cannot be confused (79 bits). It is shown once; only its hash is stored. */
export function makeOneTimePassword(): string {
  const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
  return letters.join('').replace(/(.{4})(?!$)/g, '$1-');
}
