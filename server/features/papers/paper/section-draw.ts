import { planSectionFlow } from './quota-flow.ts';
import { type FairRandomSource, createSeededSource } from './random-source.ts';

export interface DrawCandidate {
  readonly id: number;
  readonly category: string;
  /** Near-duplicates have the same hash; a paper takes at most one. */
  readonly hash: string;
}
export interface SectionRequest {
  readonly count: number;
  readonly type: number;
  /** Empty means any. */
  readonly categories: readonly string[];
}
export interface SectionShortage {
  readonly section: number;
  readonly want: number;
  /** Most questions that the section can have when the other sections get theirs. */
  readonly have: number;
}
export type SectionDraw =
  | { readonly kind: 'drawn'; readonly sections: readonly (readonly number[])[] }
  | { readonly kind: 'short'; readonly shortages: readonly SectionShortage[] };

/**
 * Draws every section at random, no question twice in the paper. Deterministic for the seed and the candidates (ascending by id).
 * A question is taken only if the sections that still wait can be filled without it. So the draw succeeds whenever any draw could, even if sections
 * compete for the same categories.
 */
export function drawSections(
  wishes: readonly SectionRequest[],
  pools: ReadonlyMap<number, readonly DrawCandidate[]>,
  seed: number,
  /** Ids that are taken only if nothing else is left. */
  lastResort: ReadonlySet<number> = new Set(),
): SectionDraw {
  const source = createSeededSource(seed);
  const sections: number[][] = wishes.map(() => []);
  const shortages: SectionShortage[] = [];
  for (const type of new Set(wishes.map((wish) => wish.type))) {
    const indices = wishes.flatMap((wish, index) => (wish.type === type ? [index] : []));
    const candidates = onePerHash(pools.get(type) ?? [], lastResort);
    const stock = new Map<string, number>();
    for (const { category } of candidates) stock.set(category, (stock.get(category) ?? 0) + 1);
    const taken = new Set<number>();
    const flow = planSectionFlow(
      indices.map((index) => ({ count: wishes[index]?.count ?? 0, categories: wishes[index]?.categories ?? [] })),
      stock,
    );
    const short = flow.shortages();
    for (const [at, index] of indices.entries()) if (short[at]) shortages.push({ section: index, ...short[at] });
    if (shortages.length > 0) continue;
    for (const [at, index] of indices.entries()) {
      const wanted = new Set(wishes[index]?.categories);
      const pool = candidates.filter((candidate) => !taken.has(candidate.id) && (wanted.size === 0 || wanted.has(candidate.category)));
      const { first = [], last = [] } = Object.groupBy(pool, (candidate) => (lastResort.has(candidate.id) ? 'last' : 'first'));
      for (const choice of [first, last])
        for (const candidate of shuffleLazily(choice, source)) {
          if (sections[index]?.length === wishes[index]?.count) break;
          if (!flow.take(at, candidate.category)) continue;
          sections[index]?.push(candidate.id);
          taken.add(candidate.id);
        }
    }
  }
  return shortages.length > 0
    ? { kind: 'short', shortages: shortages.toSorted((a, b) => a.section - b.section) }
    : { kind: 'drawn', sections };
}

function onePerHash(candidates: readonly DrawCandidate[], lastResort: ReadonlySet<number>): DrawCandidate[] {
  const first = new Map<string, DrawCandidate>();
  for (const candidate of candidates) {
    const known = first.get(candidate.hash);
    if (!known || (lastResort.has(known.id) && !lastResort.has(candidate.id))) first.set(candidate.hash, candidate);
  }
  return [...first.values()];
}

/** Shuffles lazily (Fisher–Yates): only as far as items are consumed. */
export function* shuffleLazily<T>(items: readonly T[], source: FairRandomSource): Generator<T> {
  const left = [...items];
  while (left.length > 0) {
    const at = source.below(left.length);
    const chosen = left[at];
    const last = left.pop();
    if (at < left.length && last !== undefined) left[at] = last;
    if (chosen !== undefined) yield chosen;
  }
}
