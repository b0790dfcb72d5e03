import type { CellKey } from '../../../../../sync/contract/papers/assembly.ts';
import { difficulty as difficulties, questionStatus } from '../../../../../sync/contract/codes.ts';
import { certifiedBankId } from '../../../../db/schema/question.ts';
import type { AssemblyProblem } from './assembly-problem.ts';
import type { BankRow } from './bank-table.ts';

export type AssemblyViolation =
  | 'twice'
  | 'section'
  | 'cell'
  | 'duplicate'
  | 'notAllowed'
  | 'shared'
  /** Variants whose mean difficulty differs by more than `maxEaseDifference`. */
  | 'uneven';

/** Question ids of one variant, section by section. */
export interface VariantQuestionIds {
  readonly sections: readonly { readonly questionIds: readonly number[] }[];
}

/** Parallel papers count as equally hard if their mean difficulties (expected shares of the points, 0 to 1) differ by at most this. */
export const maxEaseDifference = 0.02;
const expected: Readonly<Record<number, number>> = { [difficulties.easy]: 0.85, [difficulties.medium]: 0.65, [difficulties.hard]: 0.45 };

/**
 * Checks finished papers and returns their faults.
 * It reads fresh rows of the bank and shares no class, column or count with the solver, so that an error of the solver cannot hide itself. Papers are
 * saved only if it finds nothing. Locked questions may break the rules of a draw, but never those of a paper; kept variants may also break the
 * quotas.
 */
export function checkAssembly(
  problem: AssemblyProblem,
  papers: readonly VariantQuestionIds[],
  bank: readonly BankRow[],
): AssemblyViolation[] {
  const rows = new Map(bank.map((row) => [row.id, row]));
  const faults = new Set<AssemblyViolation>();
  const points = new Map(problem.table?.points.map((point) => [point.code, point]));
  const isIn = (row: BankRow, cell: CellKey): boolean => {
    const point = points.get(row.point_code);
    return (
      (cell.type ?? row.type) === row.type &&
      (cell.difficulty ?? row.difficulty) === row.difficulty &&
      (cell.importance === null || cell.importance === point?.importance) &&
      (cell.scope === '' || `${point?.scope ?? ''}-`.startsWith(`${cell.scope}-`))
    );
  };
  for (const [at, paper] of papers.entries()) {
    const locked = new Set(problem.lockedIds[at]);
    const isKept = problem.unchangedVariants.includes(at);
    const ids = paper.sections.flatMap((section) => section.questionIds);
    const paperRows = ids.flatMap((id) => rows.get(id) ?? []);
    if (paperRows.length < ids.length) faults.add('notAllowed');
    if (new Set(ids).size < ids.length) faults.add('twice');
    const isFull = ({ type, count }: AssemblyProblem['sections'][number], index: number): boolean => {
      const sectionIds = paper.sections[index]?.questionIds ?? [];
      return (isKept ? sectionIds.length <= count : sectionIds.length === count) && sectionIds.every((id) => rows.get(id)?.type === type);
    };
    if (paper.sections.length !== problem.sections.length || !problem.sections.every(isFull)) faults.add('section');
    if (!isKept && problem.cells.some((cell) => paperRows.filter((row) => isIn(row, cell)).length !== cell.count)) faults.add('cell');
    const alike = Map.groupBy(paperRows, (row) => row.hash).values();
    if (alike.some((group) => group.length > 1 && group.some((row) => !locked.has(row.id)))) faults.add('duplicate');
    if (paperRows.some((row) => !locked.has(row.id) && !isAllowed(row, problem))) faults.add('notAllowed');
    for (const other of papers.slice(0, at)) {
      const otherIds = new Set(other.sections.flatMap((section) => section.questionIds));
      if (ids.filter((id) => otherIds.has(id)).length > problem.maxShared) faults.add('shared');
    }
  }
  const means = papers.map((paper) => computeMeanEase(problem, paper, rows));
  if (Math.max(...means) - Math.min(...means) > maxEaseDifference + 1e-9) faults.add('uneven');
  return [...faults];
}

function isAllowed(row: BankRow, { bank, categories, maxExposure, bannedIds, table }: AssemblyProblem): boolean {
  const place = table?.place;
  return (
    row.status === questionStatus.inUse &&
    (bank === 'both' || (bank === 'certified') === (row.school_id === certifiedBankId)) &&
    (maxExposure === null || row.used_count <= maxExposure) &&
    !bannedIds.includes(row.id) &&
    (categories.length === 0 || categories.some((one) => `${row.category}/`.startsWith(`${one}/`))) &&
    (place === undefined ||
      (row.prof_id === place.professionId &&
        (row.trade_id === null || place.tradeId === null || row.trade_id === place.tradeId) &&
        (row.level === null || row.level === place.level)))
  );
}

function computeMeanEase(problem: AssemblyProblem, paper: VariantQuestionIds, rows: ReadonlyMap<number, BankRow>): number {
  let points = 0;
  let ease = 0;
  for (const [index, { questionIds }] of paper.sections.entries())
    for (const id of questionIds) {
      const each = problem.sections[index]?.pointsEach ?? 0;
      points += each;
      ease += each * (expected[rows.get(id)?.difficulty ?? 0] ?? 0);
    }
  return points === 0 ? 0 : ease / points;
}
