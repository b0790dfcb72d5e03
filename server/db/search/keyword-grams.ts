import { toMatchText } from '../../../sync/domain/plain-text.ts';

/**
 * Makes the words of the search indexes. FTS5's ascii tokenizer splits words at ASCII punctuation, so punctuation and spaces are removed from texts,
 * and punctuation is indexed as words of its own. A match of the index may be only a candidate: then compare it with the text.
 */
const signs = /[\p{P}\p{Z}\p{C}$+<=>^`|~]+/gu;
const spaces = /[\s\p{Z}\p{C}]+/gu;
const toLowerMatchText = (text: string): string => toMatchText(text).toLowerCase();

/** Encodes every character at which FTS5's tokenizer would split a word or which it would change: ASCII signs and capital letters. */
const escapeValue = (value: string | number): string =>
  String(value).replaceAll(/[^a-z0-9\u{80}-\u{10ffff}]|§/gu, (sign) => `§${sign.codePointAt(0)?.toString(16)}§`);

/** Returns the index word of an attribute. It contains "§", which no word of a text contains. */
export const mark = (name: string, value: string | number): string => `§${name}§${escapeValue(value)}`;

/** Keeps only letters, digits and Chinese characters, in half width and lower case. Both forms of the small sigma become one. */
export const toBareText = (text: string): string => toLowerMatchText(text).replaceAll('ς', 'σ').replace(signs, '');

/** Returns the signs that `toBareText` removes, without spaces: each sign, and each pair of neighbouring signs. */
export function listSigns(text: string): string[] {
  const grams = new Set<string>();
  for (const row of toLowerMatchText(text).match(signs) ?? [])
    for (const part of splitKeyword(row)) for (let at = 0; at < part.length; at++) grams.add(part.charAt(at)).add(part.slice(at, at + 2));
  return [...grams];
}

/** Splits a keyword at spaces. */
export const splitKeyword = (text: string): string[] => text.split(spaces).filter(Boolean);

/** Splits a text at signs and spaces, after normalising width and case. */
export const splitAtSigns = (text: string): string[] => toLowerMatchText(text).split(signs).filter(Boolean);

/**
 * Returns the index words of a long text: every run of one, two and three characters. A word of up to three characters is found without reading the
 * text.
 */
export function computeRuns(text: string): string {
  const plain = toBareText(text);
  const words = new Set<string>();
  for (let at = 0; at < plain.length; at++) for (const length of [1, 2, 3]) words.add(plain.slice(at, at + length));
  return [...words].join(' ');
}
