import type { CountRatio } from '../../../sync/contract/bank/detail.ts';
import {
  toHundredths,
  sumChildWeights,
  listDetailErrors,
  listDetailWarnings,
  listLineParents,
  countPointsByLine,
} from '../../../sync/domain/papers/detail-rules.ts';
import { toMatchText } from '../../../sync/domain/plain-text.ts';
import type { DetailOutline } from './outline.ts';

/** Difference between a line's weight and the sum of its children; `isTooLarge` if the sum is too large. */
export interface WeightGap {
  readonly sum: number;
  readonly gap: number;
  readonly isTooLarge: boolean;
}

/** Computes all errors, warnings and sums that the editor of a detail table shows. Called once per change. */
export function checkOutline(lines: DetailOutline) {
  const parents = listLineParents(lines);
  const sums = sumChildWeights(lines, parents);
  const counts: readonly CountRatio[] = countPointsByLine(lines, parents);
  const gapAt = (at: number): WeightGap | null => {
    const line = lines[at];
    const have = sums.get(at);
    const want = at < 0 ? 10_000 : line === undefined || line.depth === 4 || line.weight === null ? undefined : toHundredths(line.weight);
    if (have === undefined || want === undefined || have === want) return null;
    return { sum: have / 100, gap: Math.abs(want - have) / 100, isTooLarge: have > want };
  };
  const faults = listDetailErrors(lines);
  const warnings = listDetailWarnings(lines);
  return {
    counts,
    gapAt,
    total: (sums.get(-1) ?? 0) / 100,
    faults,
    warnings,
    faulty: new Set(faults.map((fault) => fault.at)),
    warned: new Set(warnings.map((warning) => warning.at)),
  };
}
export type OutlineChecks = ReturnType<typeof checkOutline>;

export const formatRatio = ({ x, y, z }: CountRatio): string => `${x}:${y}:${z}`;

/** Converts full-width digits and signs, as typed on a Chinese keyboard, to ASCII. */
const toAscii = (text: string): string => toMatchText(text).replaceAll('。', '.');

/** Parses "8:2:1" as a ratio; full-width colons are accepted. Returns null for '' and undefined for an invalid text. */
export function parseRatio(text: string): CountRatio | null | undefined {
  const plain = toAscii(text);
  if (plain === '') return null;
  const parts = /^(\d{1,3})\s*:\s*(\d{1,3})\s*:\s*(\d{1,3})$/.exec(plain);
  return parts === null ? undefined : { x: Number(parts[1]), y: Number(parts[2]), z: Number(parts[3]) };
}

/** Parses a weight. Returns null for '' and undefined for an invalid text. */
export function parseWeight(text: string): number | null | undefined {
  const plain = toAscii(text);
  if (plain === '') return null;
  const value = /^\d{1,3}(\.\d{1,2})?\s*%?$/.test(plain) ? Number.parseFloat(plain) : Number.NaN;
  return value >= 0 && value <= 100 ? value : undefined;
}
