import { bareText } from '../../db/keyword-grams.ts';
import { textOfHtml } from './question-markup.ts';

/**
 * Near-duplicates without comparing with every question of the bank (MinHash with bands). Texts are sets of neighbouring characters; of two
 * sets with a Jaccard likeness of 0.8 the same band turns up with 99.7 %, of 0.7 with 96 %, of 0.2 with 6 %. What shares a band
 * is a candidate and is compared in full.
 */
const bandCount = 8;
const hashesPerBand = 3;

/** Enough alike to be told. */
export const nearLikeness = 0.7;

export const shinglesOf = (plain: string): ReadonlySet<string> => {
  const text = bareText(plain);
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) found.add(text.slice(at, at + 2));
  if (text.length === 1) found.add(text);
  return found;
};

/** Stem and options as they are compared: the order of the options is none of it. */
export const plainOf = (body: { readonly stem: string; readonly options: readonly { readonly html: string }[] }): string =>
  textOfHtml([body.stem, ...body.options.map((option) => option.html)].join(' '));

/** Integers below 2^53; `bankId` is part of each, so that banks never meet. */
export const bandsOf = (plain: string, bankId: number): number[] => bandsOfHashes(sortedShinglesOf(plain), bankId);

export function bandsOfHashes(shingles: Uint32Array, bankId: number): number[] {
  if (shingles.length === 0) return [];
  const bands: number[] = [];
  for (let band = 0; band < bandCount; band++) {
    let low = mix(bankId + 1, band + 1);
    let high = mix(band + 101, bankId + 7);
    for (let at = 0; at < hashesPerBand; at++) {
      const least = leastOf(shingles, band * hashesPerBand + at);
      low = mix(low, least);
      high = mix(high ^ 0x5bd1e995, least);
    }
    bands.push((high & 0x1fffff) * 0x1_0000_0000 + low);
  }
  return bands;
}

/** Jaccard: shared of all. */
export function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The same as numbers in order: comparing thousands of pairs of one file takes no time. */
export const sortedShinglesOf = (plain: string): Uint32Array => Uint32Array.from(shinglesOf(plain), hashOf).sort();

export function likenessOfSorted(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}

export const isNear = (likeness: number): boolean => likeness >= nearLikeness;

function leastOf(hashes: Uint32Array, index: number): number {
  const seed = Math.imul(index + 1, 0x9e3779b1);
  let least = 0xffffffff;
  for (const hash of hashes) {
    const value = mix(hash, seed);
    if (value < least) least = value;
  }
  return least;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Two words of 32 bits into one (the finaliser of MurmurHash3). */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ b, 0x85ebca6b) ^ (b >>> 3);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
