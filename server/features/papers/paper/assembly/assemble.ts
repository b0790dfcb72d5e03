import type { z } from 'zod';
import type { Assembly, assembledVariant } from '../../../../../sync/contract/papers/assembly.ts';
import { type FairRandomSource, createSeededSource } from '../random-source.ts';
import type { AssemblyProblem, BankTable } from './assembly-problem.ts';
import { buildCandidatePool, type CandidatePool } from './candidate-pool.ts';
import { chooseUnits, shuffleAll } from './fair-choice.ts';
import type { SolveProgram } from './integer-program.ts';
import { type ClassFilling, type PaperRequest, programGap, type ProgramRequest, buildQuotaProgram } from './quota-program.ts';
import { findGaps, describeRelaxation } from './shortfall.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

export interface AssemblyTools {
  readonly solve: SolveProgram;
  /** Time limit (ms) for the whole task; when it ends, the best result so far is returned. */
  readonly timeMs: number;
  /** Returns a monotonic time in ms. */
  now(): number;
  /**
   * Reports the best assembly so far, while the search for a better one or for a relaxation continues. The caller uses this assembly if time runs
   * out.
   */
  onProgress?(assembly: Assembly): void;
}
interface FoundVariants {
  readonly filling: ClassFilling;
  readonly variants: number[][];
}

interface LockedRows {
  /** Locked questions of each variant that fit into its sections, in the given order, as rows of the bank table. */
  readonly rows: readonly (readonly number[])[];
  readonly faults: Assembly['lockFaults'];
  /** Number of locked questions shared by the two variants that share most. */
  readonly shared: number;
}

/** Finds locked questions in the bank, regardless of status, use or scope, because a person chose them. */
function findLockedRows(bank: BankTable, problem: AssemblyProblem): LockedRows {
  const faults: Assembly['lockFaults'] = [];
  const fault = (id: number, reason: Assembly['lockFaults'][number]['reason']): void => {
    if (!faults.some((known) => known.id === id && known.reason === reason)) faults.push({ id, reason });
  };
  const rows = Array.from({ length: problem.variants }, (_, variant) => {
    const room = new Map<number, number>();
    for (const section of problem.sections) room.set(section.type, (room.get(section.type) ?? 0) + section.count);
    const twins = new Set<number>();
    return [...new Set(problem.lockedIds[variant])].flatMap((id) => {
      const row = findRow(bank, id);
      if (row === undefined) {
        fault(id, 'unknown');
        return [];
      }
      const type = bank.types[row] ?? 0;
      const remaining = room.get(type) ?? 0;
      if (remaining === 0) {
        fault(id, 'noSection');
        return [];
      }
      room.set(type, remaining - 1);
      const twin = bank.duplicateGroups[row] ?? -1;
      if (twin >= 0 && twins.has(twin)) fault(id, 'duplicate');
      twins.add(twin);
      return [row];
    });
  });
  return { rows, faults, shared: computeMaxShared(rows) };
}

/**
 * Computes how many questions each cell (combination of attributes with a quota) of a variant still needs after its locked questions. Locked
 * questions that exceed a quota are reported as faults.
 */
function computeRemainingWants(bank: BankTable, pool: CandidatePool, locked: readonly number[]) {
  const wants = pool.cells.map((cell) => cell.count);
  const faults: Assembly['lockFaults'] = [];
  for (const row of locked) {
    const cells = pool.cellsOf(row) ?? [];
    if (cells.some((cell) => wants[cell] === 0)) faults.push({ id: bank.ids[row] ?? 0, reason: 'overQuota' });
    for (const cell of cells) wants[cell] = Math.max(0, (wants[cell] ?? 0) - 1);
  }
  return { neededCounts: wants, faults };
}

/** Returns the largest number of rows that any two variants have in common. */
function computeMaxShared(variants: readonly (readonly number[])[]): number {
  let maxShared = 0;
  for (const [at, rows] of variants.entries()) {
    const rowSet = new Set(rows);
    for (const otherRows of variants.slice(at + 1)) maxShared = Math.max(maxShared, otherRows.filter((row) => rowSet.has(row)).length);
  }
  return maxShared;
}

/** Finds a row by binary search; rows ascend by id. */
function findRow(bank: BankTable, id: number): number | undefined {
  let low = 0;
  let high = bank.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = bank.ids[middle] ?? 0;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Chooses the rows of each variant. Returns undefined if near-duplicates in several classes are needed more often than they exist. */
function dealRows(pool: CandidatePool, filling: ClassFilling, times: number, source: FairRandomSource): number[][] | undefined {
  const needs = pool.classes.map(
    (_, at) => (filling.shared[at] ?? 0) + times * filling.ownCounts.reduce((sum, own) => sum + (own[at] ?? 0), 0),
  );
  const chosenUnits = chooseUnits(pool.classes, needs, pool.isSpanning, source);
  if (!chosenUnits) return undefined;
  const variants: number[][] = Array.from({ length: filling.ownCounts.length * times }, () => []);
  for (const [at, each] of pool.classes.entries()) {
    const rows = shuffleAll(chosenUnits[at] ?? [], source).map((unit) => {
      const twins = each.duplicateGroups.get(unit);
      return twins ? (twins[source.nextInteger(twins.length)] ?? unit) : unit;
    });
    const common = rows.splice(0, filling.shared[at] ?? 0);
    for (const [variant, mine] of variants.entries())
      mine.push(...common, ...rows.splice(0, filling.ownCounts[Math.floor(variant / times)]?.[at] ?? 0));
  }
  return variants;
}

/** Puts a variant's questions into its sections: locked ones first, the rest in random order. Sections of one type share them at random. */
function dealSections(
  bank: BankTable,
  problem: AssemblyProblem,
  rows: readonly number[],
  locked: readonly number[],
  source: FairRandomSource,
): z.output<typeof assembledVariant> {
  const decks = Map.groupBy([...locked, ...shuffleAll(rows, source)], (row) => bank.types[row] ?? 0);
  const dealt = problem.sections.map((section) => decks.get(section.type)?.splice(0, section.count) ?? []);
  const paperRows = dealt.flat();
  const pointsOf = dealt.flatMap((mine, at) => mine.map(() => problem.sections[at]?.pointsEach ?? 0));
  const totalPoints = pointsOf.reduce((sum, points) => sum + points, 0);
  const expected = paperRows.reduce((sum, row, at) => sum + (bank.expectedCorrectShares[row] ?? 0) * (pointsOf[at] ?? 0), 0);
  return {
    sections: dealt.map((mine) => ({ questionIds: mine.map((row) => bank.ids[row] ?? 0) })),
    questionCount: paperRows.length,
    totalPoints,
    meanEase: totalPoints === 0 ? 0 : expected / totalPoints,
    usedBefore: paperRows.filter((row) => (bank.exposures[row] ?? 0) > 0).length,
  };
}

/**
 * Draws papers by quotas.
 * An integer program over classes of equal questions decides how many of each class a paper takes. It minimises first the missing questions, then
 * earlier use. A seeded random choice picks the questions within a class. If the quotas cannot be met, a second program finds the smallest
 * relaxation of the quotas that can be met.
 * The same problem and bank give the same answer, unless time runs out.
 */
export function assemblePapers(bank: BankTable, problem: AssemblyProblem, tools: AssemblyTools): Assembly {
  const endMs = tools.now() + tools.timeMs;
  const source = createSeededSource(problem.seed);
  const locked = findLockedRows(bank, problem);
  const pool = buildCandidatePool(bank, problem, locked.rows.flat());
  const isKept = (variant: number): boolean => problem.unchangedVariants.includes(variant);
  const nothing = { neededCounts: pool.cells.map(() => 0), faults: [] };
  const wishes = locked.rows.map((rows, at) => (isKept(at) ? nothing : computeRemainingWants(bank, pool, rows)));
  const draft = createDraft(bank, problem, pool, locked, wishes);
  const solver = { ...tools, getRemainingMs: () => endMs - tools.now() };

  const buildAssembly = (
    { filling, variants: rows }: FoundVariants,
    relaxed: Relaxation | undefined,
    chance: FairRandomSource,
  ): Assembly => {
    const papers = rows.map((drawnRows, at) => [...drawnRows, ...(locked.rows[at] ?? [])]);
    const countsByPaper = papers.map((paperRows) => countCells(pool, paperRows));
    const drawnCounts = countsByPaper.filter((_, at) => !isKept(at));
    const worstCounts = drawnCounts.reduce(
      (most, one) => (countMissing(pool, one) > countMissing(pool, most) ? one : most),
      drawnCounts[0] ?? listCellCounts(pool),
    );
    return {
      seed: problem.seed,
      variants: rows.map((drawnRows, at) => dealSections(bank, problem, drawnRows, locked.rows[at] ?? [], chance)),
      cells: pool.cells.slice(draft.sectionCells).map((cell, at) => ({
        ...cell,
        ...pool.supply(cell),
        got: countsByPaper.map((counts) => counts[draft.sectionCells + at] ?? 0),
      })),
      shortfall: pool.cells.flatMap(({ count: want, ...place }, at) =>
        (worstCounts[at] ?? 0) < want ? [{ ...place, want, got: worstCounts[at] ?? 0, ...pool.supply(place) }] : [],
      ),
      gaps: findGaps(pool, findLargestShortfall(filling)),
      relaxation: relaxed?.relaxation ?? null,
      shared: computeMaxShared(papers),
      lockFaults: [...locked.faults, ...wishes.flatMap((wish) => wish.faults)].filter(
        (fault, at, all) => all.findIndex((other) => other.id === fault.id && other.reason === fault.reason) === at,
      ),
      proven: filling.isOptimal && (relaxed?.proven ?? true),
    };
  };
  // Uses a random source of its own, so that reporting does not change the final draw.
  const reportProgress = (found: FoundVariants): void =>
    tools.onProgress?.({ ...buildAssembly(found, undefined, createSeededSource(problem.seed)), proven: false });

  const found = findBestFilling(pool, draft, source, solver, reportProgress);
  const relaxed = sum(findLargestShortfall(found.filling)) > 0 ? findSmallestRelaxation(problem, pool, draft, source, solver) : undefined;
  return buildAssembly(found, relaxed, source);
}

type Relaxation = ReturnType<typeof findSmallestRelaxation>;
/** Returns the shortfalls of the paper that lacks most questions. */
const findLargestShortfall = ({ missingCounts }: ClassFilling): readonly number[] =>
  missingCounts.reduce((most, one) => (sum(one) > sum(most) ? one : most), []);

type Draft = Omit<ProgramRequest, 'papers' | 'isRelaxation' | 'isSpanning' | 'maxShared'> & {
  readonly each: readonly PaperRequest[];
  /** True if all papers need the same questions, because none has locked or kept questions. */
  readonly alike: boolean;
  readonly maxShared: number;
};
type Solver = AssemblyTools & { getRemainingMs(): number };

function createDraft(
  bank: BankTable,
  problem: AssemblyProblem,
  pool: CandidatePool,
  locked: LockedRows,
  wishes: readonly { neededCounts: readonly number[] }[],
): Draft {
  const types = pool.cells.filter((_, at) => at < new Set(problem.sections.map((section) => section.type)).size);
  const pointsEach = types.map(({ type, count }) => {
    const points = problem.sections.reduce((total, section) => total + (section.type === type ? section.count * section.pointsEach : 0), 0);
    return points / count;
  });
  const weighRow = (row: number, of: (row: number) => number): number =>
    of(row) * (pointsEach[types.findIndex(({ type }) => type === bank.types[row])] ?? 0);
  const allPoints = problem.sections.reduce((total, section) => total + section.count * section.pointsEach, 0);
  const papers = wishes.map(({ neededCounts }, at) => {
    const rows = locked.rows[at] ?? [];
    const ease = sum(rows.map((row) => weighRow(row, () => bank.expectedCorrectShares[row] ?? 0)));
    const isKeptVariant = problem.unchangedVariants.includes(at);
    // A kept variant that is not full is compared as if its missing questions were as hard as its other questions on average.
    const points = sum(rows.map((row) => weighRow(row, () => 1)));
    return {
      neededCounts,
      times: 1,
      isUnchanged: isKeptVariant,
      lockedEase: isKeptVariant && points > 0 ? (ease / points) * allPoints : ease,
    };
  });
  return {
    cells: pool.cells,
    sectionCells: types.length,
    pointsEach,
    classes: pool.classes,
    each: papers,
    alike: problem.unchangedVariants.length === 0 && locked.rows.every((rows) => rows.length === 0),
    maxShared: problem.variants === 1 ? 0 : Math.max(0, problem.maxShared - locked.shared),
  };
}

/** Tries the cheapest way first: papers of equal composition that share nothing, then with sharing, then papers of different composition. */
function findBestFilling(
  pool: CandidatePool,
  draft: Draft,
  source: FairRandomSource,
  solver: Solver,
  tell: (found: FoundVariants) => void,
): FoundVariants {
  const together: readonly PaperRequest[] = draft.alike
    ? draft.each.slice(0, 1).map((paper) => ({ ...paper, times: draft.each.length }))
    : draft.each;
  const attempts: Pick<ProgramRequest, 'papers' | 'maxShared'>[] = [{ papers: together, maxShared: 0 }];
  if (draft.maxShared > 0) attempts.push({ papers: together, maxShared: draft.maxShared });
  if (draft.alike && draft.each.length > 1) attempts.push({ papers: draft.each, maxShared: draft.maxShared });
  let best: FoundVariants | undefined;
  const countLacking = ({ filling, variants }: FoundVariants): number =>
    sum(filling.missingCounts.map((one) => sum(one) + sum(one.slice(0, draft.sectionCells)))) *
    (variants.length / filling.missingCounts.length);
  for (const attempt of attempts) {
    if (best && solver.getRemainingMs() <= 0) break;
    const found = fill(pool, { ...draft, ...attempt, isRelaxation: false }, source, solver);
    if (found && (!best || countLacking(found) < countLacking(best))) best = found;
    if (best && countLacking(best) === 0) break;
    if (best) tell(best);
  }
  return best ?? createEmptyFilling(pool, draft);
}

/**
 * Solves the integer program and chooses the questions. Near-duplicates in several classes are counted exactly only if the random choice finds no
 * way around them.
 */
function fill(
  pool: CandidatePool,
  wish: Draft & Pick<ProgramRequest, 'papers' | 'isRelaxation'>,
  source: FairRandomSource,
  solver: Solver,
): FoundVariants | undefined {
  for (const spanning of listCountingModes(pool, wish)) {
    const { program, read } = buildQuotaProgram({ ...wish, isSpanning: spanning }, source);
    const answer = solver.solve(program, { timeMs: solver.getRemainingMs(), gap: programGap.filling });
    if (!answer) return undefined;
    const filling = read(answer);
    const variants = dealRows(pool, filling, wish.papers[0]?.times ?? 1, source);
    if (variants) return { filling, variants };
  }
  return undefined;
}

/**
 * Lists the ways to count groups of near-duplicates that lie in several classes, in the order to try: once in each class (null, a smaller program),
 * then exactly. With fewer than five candidates for each wanted question, only the exact count is tried.
 */
function listCountingModes(pool: CandidatePool, { cells, sectionCells, each }: Draft): ProgramRequest['isSpanning'][] {
  const asked = each.length * sum(cells.slice(0, sectionCells).map((cell) => cell.count));
  const units = sum(pool.classes.map((one) => one.units.length));
  const isExact = (unit: number): boolean => pool.isSpanning(unit);
  return units < asked * 5 ? [isExact] : [null, isExact];
}

function findSmallestRelaxation(problem: AssemblyProblem, pool: CandidatePool, draft: Draft, source: FairRandomSource, solver: Solver) {
  const times = draft.alike ? draft.each.length : 1;
  const papers = draft.alike ? draft.each.slice(0, 1).map((paper) => ({ ...paper, times })) : draft.each;
  for (const spanning of listCountingModes(pool, draft)) {
    const { program, read } = buildQuotaProgram({ ...draft, papers, isRelaxation: true, isSpanning: spanning }, source);
    const answer = solver.solve(program, { timeMs: solver.getRemainingMs(), gap: programGap.relaxation });
    if (!answer) return undefined;
    const filling = read(answer);
    if (!dealRows(pool, filling, times, source)) continue;
    const shape = { sectionCells: draft.sectionCells, times, maxShared: draft.maxShared };
    return { relaxation: describeRelaxation(problem, pool, filling, shape), proven: answer.isOptimal };
  }
  return undefined;
}

function createEmptyFilling(pool: CandidatePool, draft: Draft): FoundVariants {
  return {
    filling: {
      ownCounts: draft.each.map(() => pool.classes.map(() => 0)),
      shared: pool.classes.map(() => 0),
      missingCounts: draft.each.map((paper) => paper.neededCounts),
      surplusCounts: draft.each.map(() => []),
      isOptimal: false,
    },
    variants: draft.each.map(() => []),
  };
}

function countCells(pool: CandidatePool, rows: readonly number[]): number[] {
  const counts = pool.cells.map(() => 0);
  for (const row of rows) for (const cell of pool.cellsOf(row) ?? []) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

const countMissing = (pool: CandidatePool, got: readonly number[]): number =>
  pool.cells.reduce((total, cell, at) => total + Math.max(0, cell.count - (got[at] ?? 0)), 0);
const listCellCounts = (pool: CandidatePool): number[] => pool.cells.map((cell) => cell.count);
