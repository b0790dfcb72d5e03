import { type CellKey, type cellSupply } from '../../../../../sync/contract/papers/assembly.ts';
import { pointImportances } from '../../../../../sync/contract/codes.ts';
import type { z } from 'zod';
import { type AssemblyProblem, bankFlag, type BankTable, type QuestionPlace } from './assembly-problem.ts';
import { isScopeWithin } from '../../../../../sync/domain/papers/detail-rules.ts';

export type LeftOutCounts = z.output<typeof cellSupply>['leftOut'];

/**
 * Questions that no quota distinguishes: they lie in the same cells (combinations of attributes with a quota) and were used equally often, so a draw
 * may take any.
 */
export interface QuestionClass {
  /** Cells of the blueprint that these questions can fill: indexes of `CandidatePool.cells`, ascending. */
  readonly cells: readonly number[];
  readonly exposure: number;
  /** True if these questions were used more often than the limit. Only a relaxation may draw them. */
  readonly isOverused: boolean;
  /** Mean expected share of right answers of its questions. */
  readonly ease: number;
  /** Units that can be drawn: rows of the bank, and groups of near-duplicates (numbered from the bank's size up). */
  readonly units: readonly number[];
  /** Maps each group of near-duplicates to its rows in this class. */
  readonly duplicateGroups: ReadonlyMap<number, readonly number[]>;
}
interface GrowingClass extends QuestionClass {
  ease: number;
  readonly units: number[];
  readonly duplicateGroups: Map<number, readonly number[]>;
}

export interface CandidatePool {
  /** Cells of the draw: first one for each type that a section asks for, then one for each quota. */
  readonly cells: readonly PoolCell[];
  readonly classes: readonly QuestionClass[];
  /** Returns the indexes of the cells that a row lies in, in any status; undefined if no section has its type. */
  cellsOf(row: number): readonly number[] | undefined;
  /** Tells whether a unit can be drawn from several classes. */
  isSpanning(unit: number): boolean;
  /** Counts the questions in a cell that can be drawn, and by reason those that cannot. The cell need not be a quota. */
  supply(place: CellKey): { have: number; leftOut: LeftOutCounts };
}
export interface PoolCell extends CellKey {
  readonly count: number;
}

const difficulties = 4;
const reasons = ['notInUse', 'banned', 'exposure', 'duplicate'] as const;

/** Lists the cells of a draw: first one for each type that a section asks for, then one for each quota. */
const listPoolCells = (problem: AssemblyProblem, types: readonly NonNullable<CellKey['type']>[]): PoolCell[] => [
  ...types.map((type) => ({
    type,
    scope: '',
    importance: null,
    difficulty: null,
    count: problem.sections.reduce((sum, section) => sum + (section.type === type ? section.count : 0), 0),
  })),
  ...problem.cells,
];

/** Numbers the combinations ("tuples") of type, scope, importance and difficulty that a question can have. */
function createAttributeTuples(bank: BankTable, problem: AssemblyProblem, types: readonly NonNullable<CellKey['type']>[]) {
  const points = findPointAttributes(bank, problem);
  const scopeCount = points.scopes.length;
  const typeAt = new Int8Array(16).fill(-1);
  for (const [at, type] of types.entries()) typeAt[type] = at;
  const tupleCount = types.length * scopeCount * 4 * difficulties;
  /** Returns the number of a row's tuple; -1 if no section has its type. */
  const computeTuple = (row: number): number => {
    const type = typeAt[bank.types[row] ?? 0] ?? -1;
    if (type < 0) return -1;
    const point = bank.point[row] ?? 0;
    const scope = points.scope[point] ?? 0;
    return ((type * scopeCount + scope) * 4 + (points.importance[point] ?? 0)) * difficulties + (bank.difficulties[row] ?? 0);
  };
  const attributes = Array.from({ length: tupleCount }, (_, tuple): CellKey => ({
    difficulty: (tuple % difficulties || null) as CellKey['difficulty'],
    importance: pointImportances[(Math.floor(tuple / difficulties) % 4) - 1] ?? null,
    scope: points.scopes[Math.floor(tuple / difficulties / 4) % scopeCount] ?? '',
    type: types[Math.floor(tuple / difficulties / 4 / scopeCount)] ?? null,
  }));
  return { tupleCount, computeTuple, attributes };
}

/** Numbers the sets of cells ("signatures") that tuples of attributes lie in. */
function createSignatures(cells: readonly PoolCell[], attributes: readonly CellKey[], variants: number) {
  const signatures: (readonly number[])[] = [];
  const signatureAt = new Int32Array(attributes.length).fill(-1);
  const signatureByKey = new Map<string, number>();
  const ensureSignature = (tuple: number): number => {
    const known = signatureAt[tuple] ?? -1;
    if (known >= 0) return known;
    const question = attributes[tuple] as CellKey;
    const inCells = [...cells.keys()].filter((at) => isInCell(question, cells[at] as PoolCell));
    // Variants must be equally hard, so with several variants a class never mixes difficulties.
    const key = `${inCells.join()} ${variants > 1 ? question.difficulty : ''}`;
    const signature = signatureByKey.get(key) ?? signatures.push(inCells) - 1;
    signatureByKey.set(key, signature);
    signatureAt[tuple] = signature;
    return signature;
  };
  return { signatures, ensureSignature };
}

/** Collects the classes of questions. `limit`: number of uses above which a question counts as overused. */
function createClassList(signatures: readonly (readonly number[])[], limit: number) {
  const classes: GrowingClass[] = [];
  const classByKey = new Map<number, GrowingClass>();
  const ensureClass = (signature: number, exposure: number): GrowingClass => {
    const key = signature * 65_536 + exposure;
    const known = classByKey.get(key);
    if (known) return known;
    const fresh = {
      cells: signatures[signature] ?? [],
      exposure,
      isOverused: exposure > limit,
      ease: 0,
      units: [],
      duplicateGroups: new Map(),
    };
    classByKey.set(key, fresh);
    classes.push(fresh);
    return fresh;
  };
  return { classes, ensureClass };
}

/** Builds a test whether a row is in the bank, place and categories that the problem draws from. */
function createSourceTest(bank: BankTable, problem: AssemblyProblem): (row: number) => boolean {
  const places = bank.places.map((place) => isPlaceInTable(place, problem.table?.place ?? null));
  const categories = bank.categories.map(
    (path) => problem.categories.length === 0 || problem.categories.some((one) => path === one || path.startsWith(`${one}/`)),
  );
  const wantCertified = problem.bank !== 'school';
  const wantSchool = problem.bank !== 'certified';
  return (row) => {
    if (((bank.flags[row] ?? 0) & bankFlag.certified) !== 0 ? !wantCertified : !wantSchool) return false;
    return places[bank.place[row] ?? 0] === true && categories[bank.category[row] ?? 0] === true;
  };
}

/**
 * Sorts the bank's questions into classes in one pass. Near-duplicates form one unit; of each group only the least used members in a class can be
 * drawn.
 * `rowsKept`: rows that are already in the paper. They and their near-duplicates are not drawn.
 */
export function buildCandidatePool(bank: BankTable, problem: AssemblyProblem, rowsKept: readonly number[]): CandidatePool {
  const types = [...new Set(problem.sections.map((section) => section.type))];
  const cells = listPoolCells(problem, types);
  const { tupleCount, computeTuple, attributes } = createAttributeTuples(bank, problem, types);
  const { signatures, ensureSignature } = createSignatures(cells, attributes, problem.variants);
  const limit = problem.maxExposure ?? Number.POSITIVE_INFINITY;
  const { classes, ensureClass } = createClassList(signatures, limit);
  // Count for each tuple of attributes the rows that can be drawn, and by reason those that cannot.
  const counts = {
    have: new Int32Array(tupleCount),
    notInUse: new Int32Array(tupleCount),
    banned: new Int32Array(tupleCount),
    exposure: new Int32Array(tupleCount),
  };
  const twinRows = new Map<number, number[]>();
  const spanning = new Set<number>();
  /** For each group of near-duplicates: the tuples of its members within the use limit, then -1 as the end mark. */
  const twinTuples: number[] = [];
  const size = bank.ids.length;

  /** Counts the rows, adds those without near-duplicates to their classes and collects the others by group. */
  function sortRows(): void {
    const isInSource = createSourceTest(bank, problem);
    const banned = new Set(problem.bannedIds);
    const keptRows = new Set(rowsKept);
    const keptTwins = new Set(rowsKept.flatMap((row) => ((bank.duplicateGroups[row] ?? -1) >= 0 ? [bank.duplicateGroups[row]] : [])));
    for (let row = 0; row < size; row += 1) {
      if (!isInSource(row)) continue;
      const tuple = computeTuple(row);
      if (tuple < 0 || keptRows.has(row)) continue;
      const exposure = bank.exposures[row] ?? 0;
      const isInUse = ((bank.flags[row] ?? 0) & bankFlag.inUse) !== 0;
      const reason = isInUse ? (banned.has(bank.ids[row] ?? 0) ? counts.banned : undefined) : counts.notInUse;
      if (reason) {
        reason[tuple] = (reason[tuple] ?? 0) + 1;
        continue;
      }
      const twin = bank.duplicateGroups[row] ?? -1;
      if (twin >= 0 && keptTwins.has(twin)) continue;
      const counted = exposure > limit ? counts.exposure : counts.have;
      counted[tuple] = (counted[tuple] ?? 0) + 1;
      if (twin < 0) {
        const into = ensureClass(ensureSignature(tuple), exposure);
        into.units.push(row);
        into.ease += bank.expectedCorrectShares[row] ?? 0;
        continue;
      }
      const group = twinRows.get(twin);
      if (group) group.push(row);
      else twinRows.set(twin, [row]);
    }
  }

  /** Adds a group of near-duplicates as one unit to each class in which it has members. */
  function addDuplicateGroup(twin: number, rows: readonly number[]): void {
    // For each set of cells (`signature`) that members of this group lie in: the least used of these members.
    const best: { signature: number; exposure: number; rows: number[] }[] = [];
    let usable = 0;
    for (const row of rows) {
      const tuple = computeTuple(row);
      const signature = ensureSignature(tuple);
      const exposure = bank.exposures[row] ?? 0;
      const known = best.find((one) => one.signature === signature);
      if (!known) best.push({ signature, exposure, rows: [row] });
      else if (exposure === known.exposure) known.rows.push(row);
      else if (exposure < known.exposure) {
        known.exposure = exposure;
        known.rows = [row];
      }
      if (exposure > limit) continue;
      twinTuples.push(tuple);
      usable += 1;
    }
    if (usable > 0) twinTuples.push(-1);
    const unit = size + twin;
    if (best.length > 1) spanning.add(unit);
    for (const one of best) {
      const into = ensureClass(one.signature, one.exposure);
      into.units.push(unit);
      into.ease += bank.expectedCorrectShares[one.rows[0] ?? 0] ?? 0;
      into.duplicateGroups.set(unit, one.rows);
    }
  }

  sortRows();
  for (const [twin, rows] of twinRows) addDuplicateGroup(twin, rows);
  for (const each of classes) each.ease /= each.units.length;

  return {
    cells,
    classes,
    cellsOf(row) {
      const tuple = computeTuple(row);
      return tuple < 0 ? undefined : signatures[ensureSignature(tuple)];
    },
    isSpanning: (unit) => spanning.has(unit),
    supply(place) {
      const totals = { have: 0, notInUse: 0, banned: 0, exposure: 0, duplicate: 0 };
      const inside = new Uint8Array(tupleCount);
      for (let tuple = 0; tuple < tupleCount; tuple += 1) {
        if (!isInCell(attributes[tuple] as CellKey, place)) continue;
        inside[tuple] = 1;
        for (const name of ['have', 'notInUse', 'banned', 'exposure'] as const) totals[name] += counts[name][tuple] ?? 0;
      }
      let twinCount = 0;
      for (const tuple of twinTuples)
        if (tuple >= 0) twinCount += inside[tuple] ?? 0;
        else {
          if (twinCount > 1) totals.duplicate += twinCount - 1;
          twinCount = 0;
        }
      const leftOut = Object.fromEntries(reasons.map((reason) => [reason, totals[reason]])) as LeftOutCounts;
      return { have: totals.have - totals.duplicate, leftOut };
    },
  };
}

function isInCell(question: CellKey, cell: CellKey): boolean {
  return (
    (cell.type === null || cell.type === question.type) &&
    (cell.difficulty === null || cell.difficulty === question.difficulty) &&
    (cell.importance === null || cell.importance === question.importance) &&
    isScopeWithin(question.scope, cell.scope)
  );
}

/**
 * Tells whether a question suits a detail table (assessment points of a profession, trade and level). A question without trade or level suits every
 * trade or level; a table without trade takes all trades.
 */
export function isPlaceInTable(question: QuestionPlace, table: QuestionPlace | null): boolean {
  if (table === null) return true;
  return (
    question.professionId === table.professionId &&
    (question.tradeId === null || table.tradeId === null || question.tradeId === table.tradeId) &&
    (question.level === null || question.level === table.level)
  );
}

/** Finds scope and importance of each detail point in the bank. A code that the table lacks belongs to no scope. */
function findPointAttributes(bank: BankTable, problem: AssemblyProblem) {
  const known = new Map(problem.table?.points.map((point) => [point.code, point]));
  const scopes = ['', ...new Set(problem.table?.points.map((point) => point.scope))];
  const scopeAt = new Map(scopes.map((scope, at) => [scope, at]));
  const scope = new Int32Array(bank.pointCodes.length);
  const importance = new Int8Array(bank.pointCodes.length);
  for (const [at, code] of bank.pointCodes.entries()) {
    const point = known.get(code);
    if (!point) continue;
    scope[at] = scopeAt.get(point.scope) ?? 0;
    importance[at] = pointImportances.indexOf(point.importance) + 1;
  }
  return { scopes, scope, importance };
}
