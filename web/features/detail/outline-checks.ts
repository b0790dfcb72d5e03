import type { CountRatio } from '../../../sync/contract/detail.ts';
import { cents, childWeights, detailFaults, detailWarnings, parentsOf, pointCounts } from '../../../sync/machines/detail-rules.ts';
import { plainText } from '../../../sync/machines/plain-text.ts';
import type { Outline } from './outline.ts';

/** Difference between a line's weight and the sum of its children; `over` if the sum is too large. */
export interface WeightGap {
  readonly have: number;
  readonly gap: number;
  readonly over: boolean;
}

/** Computes all faults and sums that the grid shows, once per change. */
export function checksOf(lines: Outline) {
  const parents = parentsOf(lines);
  const sums = childWeights(lines, parents);
  const counts: readonly CountRatio[] = pointCounts(lines, parents);
  const gapAt = (at: number): WeightGap | null => {
    const line = lines[at];
    const have = sums.get(at);
    const want = at < 0 ? 10_000 : line === undefined || line.depth === 4 || line.weight === null ? undefined : cents(line.weight);
    if (have === undefined || want === undefined || have === want) return null;
    return { have: have / 100, gap: Math.abs(want - have) / 100, over: have > want };
  };
  const faults = detailFaults(lines);
  const warnings = detailWarnings(lines);
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
export type OutlineChecks = ReturnType<typeof checksOf>;

export const ratioText = ({ x, y, z }: CountRatio): string => `${x}:${y}:${z}`;

/** Converts full-width digits and signs, as typed on a Chinese keyboard, to ASCII. */
const plainOf = (text: string): string => plainText(text).replaceAll('。', '.');

/** Parses "8:2:1" as a ratio; full-width colons are accepted. Returns null for '' and undefined for an invalid text. */
export function ratioOfText(text: string): CountRatio | null | undefined {
  const plain = plainOf(text);
  if (plain === '') return null;
  const parts = /^(\d{1,3})\s*:\s*(\d{1,3})\s*:\s*(\d{1,3})$/.exec(plain);
  return parts === null ? undefined : { x: Number(parts[1]), y: Number(parts[2]), z: Number(parts[3]) };
}

/** Parses a weight. Returns null for '' and undefined for an invalid text. */
export function weightOfText(text: string): number | null | undefined {
  const plain = plainOf(text);
  if (plain === '') return null;
  const value = /^\d{1,3}(\.\d{1,2})?\s*%?$/.test(plain) ? Number.parseFloat(plain) : Number.NaN;
  return value >= 0 && value <= 100 ? value : undefined;
}
