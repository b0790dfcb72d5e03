import { isNearLikeness, computeLikeness, computeSortedLikeness, computeShingles } from './question-sketch.ts';

/**
 * Maximum number of questions that may share a band (hash that similar texts have in common). A band that more share comes from a common template and
 * is ignored.
 */
export const crowdedBandSize = 40;
/** Number of candidates with the most shared bands that are compared in full. */
const compared = 4;

/** Returns the questions that share the most bands. `sharing`: for each band of the compared question, the questions that have it. */
export function findLikeliest(sharing: Iterable<readonly number[]>): number[] {
  const counts = new Map<number, number>();
  for (const members of sharing)
    if (members.length <= crowdedBandSize) for (const one of members) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, compared)
    .map(([one]) => one);
}

/** Returns the nearest of the texts if it is near enough to be reported. */
export function findNearestText<T extends { readonly plain: string }>(
  plain: string,
  others: readonly T[],
): (T & { likeness: number }) | undefined {
  if (others.length === 0) return undefined;
  const shingles = computeShingles(plain);
  const [best] = others
    .map((other) => ({ ...other, likeness: computeLikeness(shingles, computeShingles(other.plain)) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  return best && isNearLikeness(best.likeness) ? best : undefined;
}

/** Returns a function that is called for each question of a file in turn and finds an earlier row that nearly equals it. */
export function createFileNearness() {
  const members = new Map<number, number[]>();
  const earlierRows: { readonly row: number; readonly shingles: Uint32Array }[] = [];
  return (
    row: number,
    shingles: Uint32Array,
    bands: readonly number[],
  ): { readonly row: number; readonly likeness: number } | undefined => {
    const lists = bands.map((band) => members.get(band) ?? []);
    let best: { row: number; likeness: number } | undefined;
    for (const at of findLikeliest(lists)) {
      const other = earlierRows[at];
      const likeness = other === undefined ? 0 : computeSortedLikeness(shingles, other.shingles);
      if (other && isNearLikeness(likeness) && likeness > (best?.likeness ?? 0)) best = { row: other.row, likeness };
    }
    for (const band of bands) {
      const list = members.get(band);
      if (list === undefined) members.set(band, [earlierRows.length]);
      // One more than `crowdedBandSize` suffices to recognise a crowd.
      else if (list.length <= crowdedBandSize) list.push(earlierRows.length);
    }
    earlierRows.push({ row, shingles });
    return best;
  };
}
