import { toBareText } from '../../../../db/search/keyword-grams.ts';
import { toTextFromHtml } from '../question-markup.ts';

/**
 * Number of bands of the near-duplicate search (MinHash with bands), which avoids comparing with every question of the bank. A text is its set of
 * character pairs. Two sets with a Jaccard similarity of 0.8 share a band with 99.7 %, of 0.7 with 96 %, of 0.2 with 6 %. Questions that share a band
 * are candidates and are compared in full.
 */
const bandCount = 8;
const hashesPerBand = 3;

/** Similarity from which two questions are reported as near-duplicates. */
export const minNearLikeness = 0.7;

/** Returns the shingles of a text: its pairs of neighbouring characters. */
export const computeShingles = (plain: string): ReadonlySet<string> => {
  const text = toBareText(plain);
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) found.add(text.slice(at, at + 2));
  if (text.length === 1) found.add(text);
  return found;
};

/** Joins stem and options for comparison. The order of the options does not affect the set of character pairs much. */
export const getComparisonText = (body: { readonly stem: string; readonly options: readonly { readonly html: string }[] }): string =>
  toTextFromHtml([body.stem, ...body.options.map((option) => option.html)].join(' '));

/** Computes the bands of a text: integers below 2^53. `bankId` is part of each, so that questions of different banks never share one. */
export const computeBands = (plain: string, bankId: number): number[] => computeBandsOfHashes(computeSortedShingles(plain), bankId);

/** Computes the bands of sorted shingle hashes; an empty text has none. */
export function computeBandsOfHashes(shingles: Uint32Array, bankId: number): number[] {
  if (shingles.length === 0) return [];
  const bands: number[] = [];
  for (let band = 0; band < bandCount; band++) {
    let low = mix(bankId + 1, band + 1);
    let high = mix(band + 101, bankId + 7);
    for (let at = 0; at < hashesPerBand; at++) {
      const least = computeMinHash(shingles, band * hashesPerBand + at);
      low = mix(low, least);
      high = mix(high ^ 0x5bd1e995, least);
    }
    bands.push((high & 0x1fffff) * 0x1_0000_0000 + low);
  }
  return bands;
}

/** Computes the Jaccard similarity: size of the intersection over size of the union. */
export function computeLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Returns the hashes of a text's shingles, in ascending order. */
export const computeSortedShingles = (plain: string): Uint32Array => Uint32Array.from(computeShingles(plain), hashText).sort();

/** Computes the Jaccard similarity of two texts from their sorted shingle hashes. */
export function computeSortedLikeness(a: Uint32Array, b: Uint32Array): number {
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

export const isNearLikeness = (likeness: number): boolean => likeness >= minNearLikeness;

function computeMinHash(hashes: Uint32Array, index: number): number {
  const seed = Math.imul(index + 1, 0x9e3779b1);
  let least = 0xffffffff;
  for (const hash of hashes) {
    const value = mix(hash, seed);
    if (value < least) least = value;
  }
  return least;
}

/** Hashes a text with FNV-1a over its UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Mixes two 32-bit words into one (the finaliser of MurmurHash3). */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ b, 0x85ebca6b) ^ (b >>> 3);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
