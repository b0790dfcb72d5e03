import { randomInt } from 'node:crypto';

/** 16 characters out of 31 that can't be mistaken for each other: 79 bits. Shown once; only its hash is kept. */
export function makeOneTimePassword(): string {
  const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
  return letters.join('').replace(/(.{4})(?!$)/g, '$1-');
}
