import type { CountRatio, DetailLine } from '../../contract/bank/detail.ts';

/**
 * A fault that prevents the draft of a detail table (table of assessment points) from being published. `at`: index of the line, or -1 for the table
 * as a whole.
 */
export type DetailTableError =
  | { readonly at: number; readonly kind: 'noLines' | 'depth' | 'code' | 'codeTwice' | 'name' | 'weight' | 'importance' | 'empty' }
  /** The weights directly below the line add up to `have` percent instead of `want`. */
  | { readonly at: number; readonly kind: 'weightSum'; readonly want: number; readonly have: number };

/** A hint for the author of a detail table. It never prevents publication. */
export interface DetailTableWarning {
  readonly at: number;
  readonly kind: 'ratio';
  readonly ratio: CountRatio;
  readonly counts: CountRatio;
}

/** Tells whether the scope `scope` ("A-B") equals `of` or lies below it. An empty `of` contains every scope. */
export const isScopeWithin = (scope: string, of: string): boolean => of === '' || scope === of || scope.startsWith(`${of}-`);

/** Converts percent to whole hundredths of a percent, which add up exactly, unlike floats. */
export const toHundredths = (percent: number): number => Math.round(percent * 100);

/** Returns the index of each line's parent, or -1 at the top. A line that skips a depth belongs to the nearest shallower line above. */
export function listLineParents(lines: readonly Pick<DetailLine, 'depth'>[]): number[] {
  const open: number[] = [];
  return lines.map(({ depth }, at) => {
    while (open.length > 0 && (lines[open.at(-1) ?? 0]?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return parent;
  });
}

/**
 * Returns the indexes at which the outline breaks. The first line must have depth 1, and no line may be more than one deeper than the line
 * before. This applies to drafts as well.
 */
export const findBrokenDepths = (lines: readonly Pick<DetailLine, 'depth'>[]): number[] =>
  lines.flatMap(({ depth }, at) => (depth > (lines[at - 1]?.depth ?? 0) + 1 ? [at] : []));

/** Counts, for each line of a detail table, the points below it (at any depth) by importance. */
export function countPointsByLine(lines: readonly DetailLine[], parents: readonly number[] = listLineParents(lines)): CountRatio[] {
  const counts = lines.map(() => ({ x: 0, y: 0, z: 0 }));
  for (const [at, line] of lines.entries()) {
    if (line.depth !== 4 || line.importance === null) continue;
    const key = line.importance.toLowerCase() as keyof CountRatio;
    for (let up = parents[at] ?? -1; up >= 0; up = parents[up] ?? -1) {
      const count = counts[up];
      if (count) count[key] += 1;
    }
  }
  return counts;
}

/**
 * Sums the weights (in hundredths) of the scopes directly below each line; key -1 holds those of the first level. A line without scopes below
 * has no entry.
 */
export function sumChildWeights(lines: readonly DetailLine[], parents: readonly number[] = listLineParents(lines)): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [at, line] of lines.entries())
    if (line.depth !== 4) {
      const parent = parents[at] ?? -1;
      sums.set(parent, (sums.get(parent) ?? 0) + toHundredths(line.weight ?? 0));
    }
  return sums;
}

/** Lists the faults that prevent the publication of a detail table. A table without faults can be published. */
export function listDetailErrors(lines: readonly DetailLine[]): DetailTableError[] {
  if (lines.length === 0) return [{ at: -1, kind: 'noLines' }];
  const parents = listLineParents(lines);
  const faults: DetailTableError[] = findBrokenDepths(lines).map((at) => ({ at, kind: 'depth' }));
  const seenSiblings = new Set<string>();
  const hasChild = new Set(parents);
  for (const [at, line] of lines.entries()) {
    const sibling = `${parents[at]} ${line.depth} ${line.code}`;
    if (!(line.depth === 4 ? /^\d{3}$/ : /^[A-Z]{1,2}$/).test(line.code)) faults.push({ at, kind: 'code' });
    else if (seenSiblings.has(sibling)) faults.push({ at, kind: 'codeTwice' });
    seenSiblings.add(sibling);
    if (line.name === '') faults.push({ at, kind: 'name' });
    if (line.depth === 4) {
      if (line.importance === null) faults.push({ at, kind: 'importance' });
      continue;
    }
    if (line.weight === null) faults.push({ at, kind: 'weight' });
    if (!hasChild.has(at)) faults.push({ at, kind: 'empty' });
  }
  return [...faults, ...sumFaults(lines, parents)];
}

function sumFaults(lines: readonly DetailLine[], parents: readonly number[]): DetailTableError[] {
  return [...sumChildWeights(lines, parents)].flatMap(([at, have]): DetailTableError[] => {
    const parent = lines[at];
    const want = parent === undefined ? 10_000 : parent.depth === 4 ? 0 : toHundredths(parent.weight ?? 0);
    // A parent line without a weight is already reported with the fault `weight`.
    if (have === want || (parent !== undefined && parent.depth !== 4 && parent.weight === null)) return [];
    return [{ at, kind: 'weightSum', want: want / 100, have: have / 100 }];
  });
}

/** Lists the lines whose stated ratio of importances (X : Y : Z) differs from the ratio of the points below them. */
export function listDetailWarnings(lines: readonly DetailLine[]): DetailTableWarning[] {
  const counts = countPointsByLine(lines);
  return lines.flatMap((line, at): DetailTableWarning[] => {
    const found = counts[at];
    if (line.depth === 4 || line.ratio === null || found === undefined || isSameRatio(line.ratio, found)) return [];
    return [{ at, kind: 'ratio', ratio: line.ratio, counts: found }];
  });
}

/** Tells whether two ratios are equal: 8:2:1 equals 16:4:2. */
function isSameRatio(a: CountRatio, b: CountRatio): boolean {
  const isEmpty = (r: CountRatio) => r.x + r.y + r.z === 0;
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  return a.x * b.y === b.x * a.y && a.x * b.z === b.x * a.z && a.y * b.z === b.y * a.z;
}
