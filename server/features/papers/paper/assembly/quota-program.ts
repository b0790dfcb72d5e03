import type { FairRandomSource } from '../random-source.ts';
import type { PoolCell, QuestionClass } from './candidate-pool.ts';
import { type ProgramSolution, ProgramBuilder } from './integer-program.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

/**
 * Computes how many questions of each class a paper would take if only its quotas and the mixture of questions in the bank mattered
 * (iterative proportional fitting). Fractions are rounded at random, so that each class gets its share over many draws. The integer program departs
 * from these numbers only where it must.
 */
function fillProportionally(
  classes: readonly QuestionClass[],
  paper: { readonly neededCounts: readonly number[]; readonly times: number },
  source: FairRandomSource,
): number[] {
  // Treat classes with the same cells (quotas and question types that their questions count for) as one. Their least used questions are taken first.
  const alike = [...Map.groupBy(classes.keys(), (at) => (classes[at] as QuestionClass).cells).entries()];
  const stock = alike.map(
    ([, members]) => members.reduce((summed, at) => summed + (classes[at] as QuestionClass).units.length, 0) / paper.times,
  );
  const amounts = [...stock];
  const inCell: number[][] = paper.neededCounts.map(() => []);
  for (const [at, [cells]] of alike.entries()) for (const cell of cells) inCell[cell]?.push(at);
  for (let round = 0; round < 12; round += 1)
    for (const [cell, members] of inCell.entries()) {
      const present = members.reduce((summed, at) => summed + (amounts[at] ?? 0), 0);
      const want = paper.neededCounts[cell] ?? 0;
      if (present <= 0 || members.length === 0) continue;
      for (const at of members) amounts[at] = Math.min(stock[at] ?? 0, ((amounts[at] ?? 0) * want) / present);
    }
  const fill = classes.map(() => 0);
  for (const [at, [, members]] of alike.entries()) {
    const exact = amounts[at] ?? 0;
    let remaining = Math.floor(exact) + (source.nextInteger(1_000_000) < (exact % 1) * 1_000_000 ? 1 : 0);
    for (const member of members.toSorted((a, b) => (classes[a]?.exposure ?? 0) - (classes[b]?.exposure ?? 0))) {
      const capacity = Math.floor((classes[member]?.units.length ?? 0) / paper.times);
      fill[member] = Math.min(capacity, remaining);
      remaining -= fill[member];
    }
  }
  return fill;
}

/** Quotas of one paper, or of `times` papers that take the same number of questions from each class. */
export interface PaperRequest {
  /**
   * Number of questions that the paper still needs in each cell (a quota, or the question type of a section) after subtracting the locked questions.
   */
  readonly neededCounts: readonly number[];
  readonly times: number;
  /** True for a paper whose present questions stay; a relaxation does not change its quotas. */
  readonly isUnchanged?: boolean;
  /** Expected points of the locked questions: the sum of points × expected share of right answers. */
  readonly lockedEase: number;
}
export interface ProgramRequest {
  readonly cells: readonly PoolCell[];
  /** Number of leading `cells` that stand for the question types of the sections. The cells after them are quotas. */
  readonly sectionCells: number;
  /** Points of one question in each of the first `sectionCells` cells. */
  readonly pointsEach: readonly number[];
  readonly classes: readonly QuestionClass[];
  readonly papers: readonly PaperRequest[];
  /** Largest number of questions that all papers may have in common. */
  readonly maxShared: number;
  /**
   * Tells which groups of near-duplicates count only once although they lie in several classes. This is exact, but enlarges the program a lot. Null
   * counts every group once in each of its classes.
   */
  readonly isSpanning: ((unit: number) => boolean) | null;
  /** True to search for the smallest change of the quotas (relaxation), false for the smallest number of missing questions. */
  readonly isRelaxation: boolean;
}
export interface ClassFilling {
  /**
   * For each `PaperRequest`, the number of questions of each class that no other paper has. If the request stands for several papers (`times`), each
   * of these papers takes that many.
   */
  readonly ownCounts: readonly (readonly number[])[];
  /** Number of questions of each class that all papers share. */
  readonly shared: readonly number[];
  /** For each paper, the number of missing questions by cell. In a relaxation it is the same for all papers. */
  readonly missingCounts: readonly (readonly number[])[];
  readonly surplusCounts: readonly (readonly number[])[];
  readonly isOptimal: boolean;
}

/**
 * Prices in the program's cost, from high to low: a question missing from a quota (computed as `shortCost`, double if it is missing from the paper),
 * unequal difficulty, a question that papers share, each earlier use of a question (at most `mostUses` count), a class above its fair share. For one
 * question, each price is above the sum of the lower ones. A solution may cost up to `programGap` more than the best one; that is less than the
 * price of one earlier use.
 */
const cost = { ease: 50, shared: 25, mostUses: 20 };
/**
 * Prices of a relaxation: dropping a question from the paper, sharing one more question, changing a quota by one, using a question above the use
 * limit.
 */
const relaxedCost = { drop: 1e6, shared: 150, quota: 100, worn: 190, mostUses: 9 };
/** Largest accepted difference between a solution's cost and the lowest possible cost, for each kind of program. */
export const programGap = { filling: 0.25, relaxation: 0.5 };

type Entry = [row: number, factor: number];

/**
 * Papers must be equally hard within 2 % (`maxEaseDifference`). The program keeps a tighter bound, because the choice of questions within a class
 * varies the difficulty.
 */
const easeTolerance = 0.008;

/** Builds the integer program of a request. `read` converts the solver's solution to the number of questions of each class. */
export function buildQuotaProgram(wish: ProgramRequest, source: FairRandomSource) {
  const { cells, papers, isRelaxation } = wish;
  const classes = selectWorthwhileClasses(wish);
  const program = new ProgramBuilder();
  const paperRows = papers.map((paper) => paper.neededCounts.map((want) => program.row(want, want)));
  const total = papers.reduce((summed, paper) => summed + paper.times * sum(paper.neededCounts.slice(0, wish.sectionCells)), 0) + 1;
  const sharing = wish.maxShared > 0 || (isRelaxation && (papers.length > 1 || (papers[0]?.times ?? 1) > 1));
  const shareRow = sharing ? program.row(Number.NEGATIVE_INFINITY, wish.maxShared) : -1;
  const easeRows = papers.slice(1).map((paper) => {
    const points = sum(paper.neededCounts.slice(0, wish.sectionCells).map((want, at) => want * (wish.pointsEach[at] ?? 0)));
    const room = (easeTolerance * points) / (papers.length > 2 ? 2 : 1);
    const apart = paper.lockedEase - (papers[0]?.lockedEase ?? 0);
    return program.row(apart - room, apart + room);
  });

  const fair = isRelaxation ? null : papers.map((paper) => fillProportionally(classes, paper, source));
  const spread = 0.4 / total;
  const drawNoise = (): number => (isRelaxation ? 0 : (source.nextInteger(1000) / 1000) * (0.15 / total));
  const leastUses = Math.min(...classes.map((each) => each.exposure));
  const leastWorn = Math.min(...classes.filter((each) => each.isOverused).map((each) => each.exposure));
  const computeUsesCost = ({ exposure, isOverused }: QuestionClass): number => {
    if (isRelaxation) return isOverused ? relaxedCost.worn + Math.min(exposure - leastWorn, relaxedCost.mostUses) : 0;
    return Math.min(exposure - leastUses, cost.mostUses);
  };
  // Keep the price of a missing question as low as possible: if large and small prices meet, the solver loses precision.
  const shortCost =
    total * (1 + Math.max(0, ...classes.map(computeUsesCost)) + (sharing ? cost.shared : 0) + (easeRows.length > 0 ? cost.ease : 0));
  const ownColumns: number[][][] = papers.map(() => []);
  const sharedColumns: number[] = [];
  const stock = addStockRows(program, classes, wish.isSpanning, sharing || papers.length > 1);
  for (const [at, each] of classes.entries()) {
    const stockRow = stock[at];
    for (const [p, paper] of papers.entries()) {
      const capacity = Math.floor(each.units.length / paper.times);
      const entries = each.cells.map((cell): Entry => [paperRows[p]?.[cell] ?? 0, 1]);
      if (stockRow !== undefined) entries.push([stockRow, paper.times]);
      const worth = each.ease * (wish.pointsEach[each.cells[0] ?? 0] ?? 0);
      if (p === 0) entries.push(...easeRows.map((row): Entry => [row, worth]));
      else entries.push([easeRows[p - 1] ?? 0, -worth]);
      const share = fair === null ? capacity : Math.min(capacity, fair[p]?.[at] ?? 0);
      const price = computeUsesCost(each) * paper.times + drawNoise();
      const columns = [];
      if (share > 0) columns.push(program.column(price, share, entries));
      if (capacity > share) columns.push(program.column(price + spread, capacity - share, entries));
      (ownColumns[p] ??= [])[at] = columns;
    }
    if (!sharing || stockRow === undefined) continue;
    const entries = paperRows.flatMap((rows) => each.cells.map((cell): Entry => [rows[cell] ?? 0, 1]));
    entries.push([stockRow, 1], [shareRow, 1]);
    sharedColumns[at] = program.column(computeUsesCost(each) + (isRelaxation ? 0 : cost.shared), each.units.length, entries);
  }
  if (sharing && isRelaxation) program.column(relaxedCost.shared, Number.POSITIVE_INFINITY, [[shareRow, -1]]);
  for (const row of easeRows)
    for (const factor of [1, -1])
      program.column(isRelaxation ? relaxedCost.quota : cost.ease, Number.POSITIVE_INFINITY, [[row, factor]], false);

  // Add columns for missing and surplus questions. A relaxation changes the quotas of all papers alike.
  const addSlack = (factor: 1 | -1): number[][] =>
    (isRelaxation ? [papers.flatMap(({ isUnchanged }, p) => (isUnchanged === true ? [] : [p]))] : papers.map((_, p) => [p])).map(
      (together) =>
        [...cells.keys()].map((cell) => {
          const isSection = cell < wish.sectionCells;
          const price = isRelaxation ? (isSection ? relaxedCost.drop : relaxedCost.quota) : shortCost * (isSection ? 2 : 1);
          const maxSlack =
            factor === 1 ? Math.max(...papers.map((paper) => paper.neededCounts[cell] ?? 0)) : !isRelaxation || isSection ? 0 : total;
          return program.column(
            price,
            maxSlack,
            together.map((p) => [paperRows[p]?.[cell] ?? 0, factor]),
          );
        }),
    );
  const shortColumns = addSlack(1);
  const overColumns = isRelaxation ? addSlack(-1) : [];

  return {
    program,
    read({ values, isOptimal }: ProgramSolution): ClassFilling {
      const readValue = (column: number | undefined): number => Math.round(column === undefined ? 0 : (values[column] ?? 0));
      const positions = new Map(classes.map((each, at) => [each, at]));
      const toPool = (counts: readonly number[]): number[] => wish.classes.map((each) => counts[positions.get(each) ?? -1] ?? 0);
      const readPerPaper = (columns: readonly (readonly number[])[]): number[][] =>
        papers.map((_, p) => [...cells.keys()].map((cell) => readValue((columns[p] ?? columns[0])?.[cell])));
      return {
        ownCounts: ownColumns.map((ofPaper) => toPool(classes.map((_, at) => sum((ofPaper[at] ?? []).map((column) => readValue(column)))))),
        shared: toPool(classes.map((_, at) => readValue(sharedColumns[at]))),
        missingCounts: readPerPaper(shortColumns),
        surplusCounts: readPerPaper(overColumns),
        isOptimal,
      };
    },
  };
}

/**
 * Keeps only the least used classes of each set of classes with the same cells, as many as the papers could ever take. So the program stays small
 * however large the question bank is.
 */
function selectWorthwhileClasses({ classes, papers, isRelaxation, sectionCells, isSpanning }: ProgramRequest): QuestionClass[] {
  const alike = Map.groupBy(
    classes.filter((each) => isRelaxation || !each.isOverused),
    (each) => each.cells,
  );
  return [...alike.values()].flatMap((group) => {
    const bounds = papers.map((paper) =>
      Math.min(
        ...(group[0]?.cells ?? []).filter((cell) => !isRelaxation || cell < sectionCells).map((cell) => paper.neededCounts[cell] ?? 0),
      ),
    );
    let remaining = papers.reduce((summed, paper, p) => summed + paper.times * (bounds[p] ?? 0), 0);
    return group
      .toSorted((a, b) => a.exposure - b.exposure)
      .filter((each) => {
        const isNeeded = remaining > 0;
        remaining -= each.units.length - each.duplicateGroups.size;
        if (isSpanning === null) remaining -= each.duplicateGroups.size;
        return isNeeded;
      });
  });
}

/**
 * Adds a row to the integer program that limits how many questions are taken from a class. A class needs such a row if several columns of the
 * program draw on it, or if its near-duplicates also lie in other classes.
 */
function addStockRows(
  program: ProgramBuilder,
  classes: readonly QuestionClass[],
  spanning: ProgramRequest['isSpanning'],
  always: boolean,
): (number | undefined)[] {
  const groups = new Map<number, number[]>();
  if (spanning)
    for (const [at, each] of classes.entries())
      for (const unit of each.duplicateGroups.keys()) if (spanning(unit)) groups.set(unit, [...(groups.get(unit) ?? []), at]);
  // Count groups of near-duplicates that lie in the same classes together: they share one column in each of these classes.
  const profiles = new Map<string, { at: number[]; count: number }>();
  for (const at of groups.values()) {
    const profile = profiles.get(at.join()) ?? { at, count: 0 };
    profile.count += 1;
    profiles.set(at.join(), profile);
  }
  const free = classes.map((each) => each.units.length);
  const inProfile = new Set<number>();
  for (const { at, count } of profiles.values())
    for (const one of at) {
      free[one] = (free[one] ?? 0) - count;
      inProfile.add(one);
    }
  const rows = classes.map((_, at) => (always || inProfile.has(at) ? program.row(Number.NEGATIVE_INFINITY, free[at] ?? 0) : undefined));
  for (const { at, count } of profiles.values()) {
    const once = program.row(Number.NEGATIVE_INFINITY, count);
    for (const one of at)
      program.column(0, count, [
        [rows[one] ?? 0, -1],
        [once, 1],
      ]);
  }
  return rows;
}
