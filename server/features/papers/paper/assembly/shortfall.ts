import type { Assembly, CellKey, Relaxation } from '../../../../../sync/contract/papers/assembly.ts';
import { type AssemblyProblem, getCellKind, anyCell } from './assembly-problem.ts';
import type { CandidatePool } from './candidate-pool.ts';
import type { ClassFilling } from './quota-program.ts';
import { isScopeWithin } from '../../../../../sync/domain/papers/detail-rules.ts';

const toCellKey = ({ type, scope, importance, difficulty }: CellKey): CellKey => ({ type, scope, importance, difficulty });

/**
 * Intersects two cells (combinations of question type, scope, importance and difficulty; null or '' means any). Undefined if no question can lie in
 * both.
 */
function intersectPlaces(one: CellKey, other: CellKey): CellKey | undefined {
  const pick = <T>(a: T | null, b: T | null): T | null | undefined => (a === null ? b : b === null || a === b ? a : undefined);
  const type = pick(one.type, other.type);
  const importance = pick(one.importance, other.importance);
  const difficulty = pick(one.difficulty, other.difficulty);
  const scope = isScopeWithin(one.scope, other.scope) ? one.scope : isScopeWithin(other.scope, one.scope) ? other.scope : undefined;
  if (type === undefined || importance === undefined || difficulty === undefined || scope === undefined) return undefined;
  return { type, importance, difficulty, scope };
}

/**
 * Locates the missing questions as narrowly as the quotas allow. A missing question is missing in one cell of every kind of quota (such as by scope
 * or by difficulty), so cells of different kinds that lack questions and can hold the same question are combined.
 */
export function findGaps(pool: CandidatePool, short: readonly number[]): Assembly['gaps'] {
  const lacking = pool.cells.flatMap((cell, at) => ((short[at] ?? 0) > 0 ? [{ place: toCellKey(cell), missing: short[at] ?? 0 }] : []));
  // Start with the most specific kind of quota: combining it with other kinds can only narrow a place.
  const measureWidth = (place: CellKey): number => getCellKind(place).length;
  const kinds = [...Map.groupBy(lacking, ({ place }) => getCellKind(place)).values()].toSorted(
    (a, b) => measureWidth(b[0]?.place ?? anyCell) - measureWidth(a[0]?.place ?? anyCell),
  );
  let gaps: { place: CellKey; missing: number }[] = [];
  for (const kind of kinds) {
    const narrowedGaps: typeof gaps = [];
    const unmatched = kind.map((each) => ({ ...each }));
    for (const gap of gaps) {
      let remaining = gap.missing;
      for (const other of unmatched) {
        const place = intersectPlaces(gap.place, other.place);
        const count = Math.min(remaining, other.missing);
        if (place === undefined || count === 0) continue;
        narrowedGaps.push({ place, missing: count });
        remaining -= count;
        other.missing -= count;
      }
      if (remaining > 0) narrowedGaps.push({ place: gap.place, missing: remaining });
    }
    gaps = [...narrowedGaps, ...unmatched.filter((each) => each.missing > 0)];
  }
  const merged = new Map<string, { place: CellKey; missing: number }>();
  for (const gap of gaps) {
    const key = JSON.stringify(gap.place);
    merged.set(key, { place: gap.place, missing: (merged.get(key)?.missing ?? 0) + gap.missing });
  }
  return [...merged.values()].map(({ place, missing }) => ({ ...place, missing, ...pool.supply(place) }));
}

/** Describes how a paper must be relaxed to be filled: the use limit to allow, the quotas to move, and the questions to leave out. */
export function describeRelaxation(
  problem: AssemblyProblem,
  pool: CandidatePool,
  filling: ClassFilling,
  { sectionCells, times, maxShared }: { sectionCells: number; times: number; maxShared: number },
): Relaxation {
  const worn = pool.classes.flatMap((each, at) => {
    const used = (filling.shared[at] ?? 0) + times * filling.ownCounts.reduce((sum, own) => sum + (own[at] ?? 0), 0);
    return each.isOverused && used > 0 ? [{ exposure: each.exposure, used }] : [];
  });
  const maxExposure = worn.length === 0 ? problem.maxExposure : Math.max(...worn.map((each) => each.exposure));
  const short = filling.missingCounts[0] ?? [];
  const over = filling.surplusCounts[0] ?? [];
  const drops = pool.cells
    .slice(0, sectionCells)
    .flatMap((cell, at) => ((short[at] ?? 0) > 0 ? [{ cell: toCellKey(cell), count: short[at] ?? 0 }] : []));
  const dropped = drops.reduce((sum, drop) => sum + drop.count, 0);
  const moves: Relaxation['moves'] = [];
  for (const kind of Map.groupBy([...pool.cells.keys()].slice(sectionCells), (at) => getCellKind(pool.cells[at] ?? anyCell)).values()) {
    const from = kind.flatMap((at) => ((short[at] ?? 0) > 0 ? [{ at, left: short[at] ?? 0 }] : []));
    const to = kind.flatMap((at) => ((over[at] ?? 0) > 0 ? [{ at, left: over[at] ?? 0 }] : []));
    const place = (at: number): CellKey => toCellKey(pool.cells[at] ?? anyCell);
    // Pair the most similar places first: a move from hard to medium in one scope explains more than a move between distant scopes.
    const pairs = from.flatMap((one) => to.map((other) => ({ one, other, alike: measureLikeness(place(one.at), place(other.at)) })));
    for (const { one, other } of pairs.toSorted((a, b) => b.alike - a.alike)) {
      const count = Math.min(one.left, other.left);
      if (count > 0) moves.push({ from: place(one.at), to: place(other.at), count });
      one.left -= count;
      other.left -= count;
    }
    // A question that the paper leaves out is missing in every kind of quota. Do not report it as a move.
    let unexplained = dropped;
    for (const { at, left } of from) {
      const moved = Math.max(0, left - unexplained);
      unexplained -= left - moved;
      if (moved > 0) moves.push({ from: place(at), to: anyCell, count: moved });
    }
    for (const { at, left } of to) if (left > 0) moves.push({ from: anyCell, to: place(at), count: left });
  }
  const shared = Math.max(0, filling.shared.reduce((sum, count) => sum + count, 0) - maxShared);
  return {
    exposure: worn.length === 0 || maxExposure === null ? null : { maxExposure, questions: worn.reduce((sum, each) => sum + each.used, 0) },
    moves,
    drops,
    shared,
    apply: {
      maxExposure,
      maxShared: problem.maxShared + shared,
      cells: problem.cells.map((cell, at) => ({
        ...cell,
        count: cell.count - (short[sectionCells + at] ?? 0) + (over[sectionCells + at] ?? 0),
      })),
      counts: subtractDrops(problem, drops),
    },
  };
}

/** Subtracts the dropped questions from the counts of the sections of their type, from the last section on. */
function subtractDrops(problem: AssemblyProblem, drops: Relaxation['drops']): number[] {
  const counts = problem.sections.map((section) => section.count);
  for (const { cell, count } of drops) {
    let remaining = count;
    for (const at of [...counts.keys()].toReversed()) {
      if (problem.sections[at]?.type !== cell.type) continue;
      const removed = Math.min(remaining, counts[at] ?? 0);
      counts[at] = (counts[at] ?? 0) - removed;
      remaining -= removed;
    }
  }
  return counts;
}

function measureLikeness(one: CellKey, other: CellKey): number {
  const a = one.scope.split('-');
  const b = other.scope.split('-');
  const depth = a.findIndex((code, at) => code !== b[at]);
  return (
    Number(one.type === other.type) * 8 +
    Number(one.importance === other.importance) * 4 +
    Number(one.difficulty === other.difficulty) * 4 +
    (depth < 0 ? 16 : depth)
  );
}
