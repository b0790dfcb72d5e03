/** Which sections can still be filled from which categories: a transport problem between sections (wants) and categories (stocks). */

export interface Quota {
  readonly count: number;
  /** Empty: any category. */
  readonly categories: readonly string[];
}

export interface QuotaFlow {
  /** For every section what it lacks in a best filling; undefined where it is full. */
  shortages(): ({ want: number; have: number } | undefined)[];
  /** Gives one question of this category to this section, unless some section could then no longer be filled. */
  take(section: number, category: string): boolean;
}

export function quotaFlow(quotas: readonly Quota[], stock: ReadonlyMap<string, number>): QuotaFlow {
  const categories = [...stock.keys()];
  const left = categories.map((category) => stock.get(category) ?? 0);
  const open = quotas.map((quota) => quota.count);
  const allowed = quotas.map(
    (quota) =>
      new Set(
        quota.categories.length === 0
          ? categories.keys()
          : quota.categories.flatMap((one) => (stock.has(one) ? [categories.indexOf(one)] : [])),
      ),
  );
  // plan[s][c]: how many questions of category c are set aside for section s. It always fills every section, once it can.
  const plan = quotas.map(() => categories.map(() => 0));
  const free = [...left];

  /** Sets one more question aside for section s, moving others' along an alternating path where needed. */
  const augment = (section: number, visited: Set<number>): boolean => {
    if (visited.has(section)) return false;
    visited.add(section);
    const mine = plan[section] ?? [];
    for (const c of allowed[section] ?? []) {
      if ((free[c] ?? 0) > 0) {
        free[c] = (free[c] ?? 0) - 1;
        mine[c] = (mine[c] ?? 0) + 1;
        return true;
      }
    }
    for (const c of allowed[section] ?? [])
      for (const [other, row] of plan.entries())
        if (other !== section && (row[c] ?? 0) > 0 && augment(other, visited)) {
          row[c] = (row[c] ?? 0) - 1;
          mine[c] = (mine[c] ?? 0) + 1;
          return true;
        }
    return false;
  };
  const reserved = (section: number): number => (plan[section] ?? []).reduce((sum, count) => sum + count, 0);
  const fill = (section: number): void => {
    while (reserved(section) < (open[section] ?? 0) && augment(section, new Set())) continue;
  };
  for (const section of quotas.keys()) fill(section);

  return {
    shortages: () =>
      quotas.map((_, section) => {
        const want = open[section] ?? 0;
        const have = reserved(section);
        return have < want ? { want, have } : undefined;
      }),

    take(section, category) {
      const c = categories.indexOf(category);
      const mine = plan[section];
      if (!mine || (open[section] ?? 0) === 0 || !allowed[section]?.has(c) || (left[c] ?? 0) === 0) return false;
      if ((mine[c] ?? 0) === 0 && !swapInto(section, c)) return false;
      mine[c] = (mine[c] ?? 0) - 1;
      left[c] = (left[c] ?? 0) - 1;
      open[section] = (open[section] ?? 0) - 1;
      return true;
    },
  };

  /** Changes the plan so that section s has a question of category c set aside instead of one of another category. */
  function swapInto(section: number, c: number): boolean {
    const mine = plan[section] ?? [];
    const from = mine.findIndex((count) => count > 0);
    if (from < 0) return false;
    const exchange = (given: number): void => {
      mine[given] = (mine[given] ?? 0) - 1;
      mine[c] = (mine[c] ?? 0) + 1;
    };
    if ((free[c] ?? 0) > 0) {
      free[c] = (free[c] ?? 0) - 1;
      free[from] = (free[from] ?? 0) + 1;
      exchange(from);
      return true;
    }
    // Someone else holds all of c: they must make do with what this section gives up, or with what is free.
    for (const [given, count] of mine.entries()) {
      if (count === 0) continue;
      for (const [other, row] of plan.entries()) {
        if (other === section || (row[c] ?? 0) === 0) continue;
        free[given] = (free[given] ?? 0) + 1;
        mine[given] = (mine[given] ?? 0) - 1;
        // The taker must not look for its own question again.
        if (augment(other, new Set([section]))) {
          row[c] = (row[c] ?? 0) - 1;
          mine[c] = (mine[c] ?? 0) + 1;
          return true;
        }
        free[given] = (free[given] ?? 0) - 1;
        mine[given] = (mine[given] ?? 0) + 1;
      }
    }
    return false;
  }
}
