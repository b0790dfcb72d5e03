import { type FairRandomSource, createSeededSource } from './random-source.ts';

export interface DrawCandidate {
  readonly id: number;
  readonly category: string;
  /** Hash that near-duplicates have in common. A paper takes at most one question of each hash. */
  readonly hash: string;
}
export interface SectionRequest {
  readonly count: number;
  readonly type: number;
  /** Categories to draw from. Empty means any category. */
  readonly categories: readonly string[];
}
export interface SectionShortage {
  readonly section: number;
  readonly want: number;
  /** Most questions that this section can have if the other sections get the questions reserved for them. */
  readonly have: number;
}
export type SectionDraw =
  | { readonly kind: 'drawn'; readonly sections: readonly (readonly number[])[] }
  | { readonly kind: 'short'; readonly shortages: readonly SectionShortage[] };

/**
 * Number of questions and categories that one section asks for. Filling the sections is a transport problem between sections (demand) and categories
 * (stock).
 */

interface SectionQuota {
  readonly count: number;
  /** Categories that the section draws from. Empty means any category. */
  readonly categories: readonly string[];
}

interface SectionFlow {
  /** For each section, returns its shortage if as many places as possible are filled, or undefined if the section can be filled. */
  shortages(): ({ want: number; have: number } | undefined)[];
  /** Takes one question of this category for this section, unless some section could then no longer be filled. Returns whether it was taken. */
  tryTake(section: number, category: string): boolean;
}

/** Plans which category fills which section. `stock`: number of questions of each category. */
function planSectionFlow(quotas: readonly SectionQuota[], stock: ReadonlyMap<string, number>): SectionFlow {
  const categories = [...stock.keys()];
  const remainingByCategory = categories.map((category) => stock.get(category) ?? 0);
  const open = quotas.map((quota) => quota.count);
  const allowed = quotas.map(
    (quota) =>
      new Set(
        quota.categories.length === 0
          ? categories.keys()
          : quota.categories.flatMap((one) => (stock.has(one) ? [categories.indexOf(one)] : [])),
      ),
  );
  // plan[s][c]: number of questions of category c reserved for section s. It fills every section as soon as that is possible.
  const plan = quotas.map(() => categories.map(() => 0));
  const free = [...remainingByCategory];

  /** Reserves one more question for a section, moving other sections' reservations along an alternating path if necessary. */
  const augment = (section: number, visited: Set<number>): boolean => {
    if (visited.has(section)) return false;
    visited.add(section);
    const reservations = plan[section] ?? [];
    for (const c of allowed[section] ?? []) {
      if ((free[c] ?? 0) > 0) {
        free[c] = (free[c] ?? 0) - 1;
        reservations[c] = (reservations[c] ?? 0) + 1;
        return true;
      }
    }
    for (const c of allowed[section] ?? [])
      for (const [other, row] of plan.entries())
        if (other !== section && (row[c] ?? 0) > 0 && augment(other, visited)) {
          row[c] = (row[c] ?? 0) - 1;
          reservations[c] = (reservations[c] ?? 0) + 1;
          return true;
        }
    return false;
  };
  const countReserved = (section: number): number => (plan[section] ?? []).reduce((sum, count) => sum + count, 0);
  const fill = (section: number): void => {
    while (countReserved(section) < (open[section] ?? 0) && augment(section, new Set())) continue;
  };
  for (const section of quotas.keys()) fill(section);

  return {
    shortages: () =>
      quotas.map((_, section) => {
        const want = open[section] ?? 0;
        const have = countReserved(section);
        return have < want ? { want, have } : undefined;
      }),

    tryTake(section, category) {
      const c = categories.indexOf(category);
      const reservations = plan[section];
      if (!reservations || (open[section] ?? 0) === 0 || !allowed[section]?.has(c) || (remainingByCategory[c] ?? 0) === 0) return false;
      if ((reservations[c] ?? 0) === 0 && !swapInto(section, c)) return false;
      reservations[c] = (reservations[c] ?? 0) - 1;
      remainingByCategory[c] = (remainingByCategory[c] ?? 0) - 1;
      open[section] = (open[section] ?? 0) - 1;
      return true;
    },
  };

  /** Exchanges one reservation of the section for a reservation of category c. Returns false if that is impossible. */
  function swapInto(section: number, c: number): boolean {
    const reservations = plan[section] ?? [];
    const from = reservations.findIndex((count) => count > 0);
    if (from < 0) return false;
    const exchange = (releasedCategory: number): void => {
      reservations[releasedCategory] = (reservations[releasedCategory] ?? 0) - 1;
      reservations[c] = (reservations[c] ?? 0) + 1;
    };
    if ((free[c] ?? 0) > 0) {
      free[c] = (free[c] ?? 0) - 1;
      free[from] = (free[from] ?? 0) + 1;
      exchange(from);
      return true;
    }
    // All remaining questions of category c are reserved for other sections. One of these sections must take a question that this section releases,
    // or a free one.
    for (const [releasedCategory, count] of reservations.entries()) {
      if (count === 0) continue;
      for (const [other, row] of plan.entries()) {
        if (other === section || (row[c] ?? 0) === 0) continue;
        free[releasedCategory] = (free[releasedCategory] ?? 0) + 1;
        reservations[releasedCategory] = (reservations[releasedCategory] ?? 0) - 1;
        // Exclude this section from the path, so that it does not take back its own question.
        if (augment(other, new Set([section]))) {
          row[c] = (row[c] ?? 0) - 1;
          reservations[c] = (reservations[c] ?? 0) + 1;
          return true;
        }
        free[releasedCategory] = (free[releasedCategory] ?? 0) - 1;
        reservations[releasedCategory] = (reservations[releasedCategory] ?? 0) + 1;
      }
    }
    return false;
  }
}

/**
 * Draws every section at random, no question twice in the paper. The result depends only on the seed and the candidates (ascending by id). A question
 * is taken only if the sections that are not full yet can be filled without it. So the draw succeeds whenever any draw could, even if sections
 * compete for the same categories.
 */
export function drawSections(
  wishes: readonly SectionRequest[],
  pools: ReadonlyMap<number, readonly DrawCandidate[]>,
  seed: number,
  /** Ids of questions that are drawn only if nothing else is left. */
  lastResort: ReadonlySet<number> = new Set(),
): SectionDraw {
  const source = createSeededSource(seed);
  const sections: number[][] = wishes.map(() => []);
  const shortages: SectionShortage[] = [];
  for (const type of new Set(wishes.map((wish) => wish.type))) {
    const indices = wishes.flatMap((wish, index) => (wish.type === type ? [index] : []));
    const candidates = keepOnePerHash(pools.get(type) ?? [], lastResort);
    const stock = new Map<string, number>();
    for (const { category } of candidates) stock.set(category, (stock.get(category) ?? 0) + 1);
    const takenIds = new Set<number>();
    const flow = planSectionFlow(
      indices.map((index) => ({ count: wishes[index]?.count ?? 0, categories: wishes[index]?.categories ?? [] })),
      stock,
    );
    const shortageBySection = flow.shortages();
    for (const [at, index] of indices.entries()) if (shortageBySection[at]) shortages.push({ section: index, ...shortageBySection[at] });
    if (shortages.length > 0) continue;
    for (const [at, index] of indices.entries()) {
      const allowedCategories = new Set(wishes[index]?.categories);
      const pool = candidates.filter(
        (candidate) => !takenIds.has(candidate.id) && (allowedCategories.size === 0 || allowedCategories.has(candidate.category)),
      );
      const { first = [], last = [] } = Object.groupBy(pool, (candidate) => (lastResort.has(candidate.id) ? 'last' : 'first'));
      for (const choice of [first, last])
        for (const candidate of shuffleLazily(choice, source)) {
          if (sections[index]?.length === wishes[index]?.count) break;
          if (!flow.tryTake(at, candidate.category)) continue;
          sections[index]?.push(candidate.id);
          takenIds.add(candidate.id);
        }
    }
  }
  return shortages.length > 0
    ? { kind: 'short', shortages: shortages.toSorted((a, b) => a.section - b.section) }
    : { kind: 'drawn', sections };
}

function keepOnePerHash(candidates: readonly DrawCandidate[], lastResort: ReadonlySet<number>): DrawCandidate[] {
  const first = new Map<string, DrawCandidate>();
  for (const candidate of candidates) {
    const known = first.get(candidate.hash);
    if (!known || (lastResort.has(known.id) && !lastResort.has(candidate.id))) first.set(candidate.hash, candidate);
  }
  return [...first.values()];
}

/** Shuffles lazily (Fisher–Yates): only as far as items are consumed. */
export function* shuffleLazily<T>(items: readonly T[], source: FairRandomSource): Generator<T> {
  const remaining = [...items];
  while (remaining.length > 0) {
    const at = source.nextInteger(remaining.length);
    const chosen = remaining[at];
    const last = remaining.pop();
    if (at < remaining.length && last !== undefined) remaining[at] = last;
    if (chosen !== undefined) yield chosen;
  }
}
