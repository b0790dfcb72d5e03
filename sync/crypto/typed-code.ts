// Codes that people read aloud, write down and type, such as release codes.

/** Crockford's base 32, without I, L, O and U, so that characters read aloud or from a board are not mistaken. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Encodes each byte as one character, with its lowest five bits. */
export const encodeCodeLetters = (bytes: Iterable<number>): string => Array.from(bytes, (byte) => alphabet[byte & 31]).join('');

/** Returns the five bits of a character, or -1 if codes do not use it. */
export const decodeCodeLetter = (letter: string): number => alphabet.indexOf(letter);

/** Normalises a typed code: any case, spaces, dashes, full-width characters; O becomes 0, I and L become 1. */
export function normaliseCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐‑–—_.]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Tells whether a normalised text consists only of characters that codes use. */
export const isCodeText = (normalised: string): boolean => /^[0-9A-HJKMNP-TV-Z]+$/.test(normalised);
