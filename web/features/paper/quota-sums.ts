import type { Assembly, CellKey, QuotaCell } from '../../../sync/contract/papers/assembly.ts';
import { pointImportances, type Importance } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { isScopeWithin } from '../../../sync/domain/papers/detail-rules.ts';

/** One scope of a detail table as a row of the blueprint. */
export interface ScopeRow {
  readonly code: string;
  readonly name: string;
  readonly depth: number;
  readonly weight: number | null;
}
/** A detail table prepared for the blueprint: scopes in order, and the scope and importance of each point by code. */
export interface ScopeIndex {
  readonly scopes: readonly ScopeRow[];
  readonly points: ReadonlyMap<string, { readonly scope: string; readonly importance: Importance }>;
}

/** Builds the index from the lines of a detail table. Lines of depth 4 are points, the others are scopes. */
export function buildScopeIndex(lines: readonly DetailLine[]): ScopeIndex {
  const scopes: ScopeRow[] = [];
  const points = new Map<string, { scope: string; importance: Importance }>();
  const path: string[] = [];
  for (const line of lines) {
    const scope = line.depth === 4 ? path.join('-') : '';
    if (line.depth === 4) {
      if (line.importance !== null) points.set(`${scope}-${line.code}`, { scope, importance: line.importance });
    } else {
      path.length = line.depth - 1;
      path.push(line.code);
      scopes.push({ code: path.join('-'), name: line.name, depth: line.depth, weight: line.weight });
    }
  }
  return { scopes, points };
}

/** Returns a text that identifies a cell of the blueprint, for use as a map key. */
export const formatCellKey = ({ type, scope, importance, difficulty }: CellKey): string =>
  [type ?? '', scope, importance ?? '', difficulty ?? ''].join('|');

/** Properties of a question that decide for which quotas it counts. */
interface QuestionFacts {
  readonly type: number;
  readonly difficulty: number;
  readonly pointCode: string;
}
/** True if a question counts for a quota (cell). A null or empty criterion of the quota matches every question. */
export function isQuestionInCell(question: QuestionFacts, cell: CellKey, index: ScopeIndex): boolean {
  const point = index.points.get(question.pointCode);
  return (
    (cell.type === null || cell.type === question.type) &&
    (cell.difficulty === null || cell.difficulty === question.difficulty) &&
    (cell.importance === null || cell.importance === point?.importance) &&
    (cell.scope === '' || (point !== undefined && isScopeWithin(point.scope, cell.scope)))
  );
}

/** Returns the variants that received fewer questions than asked; empty for a single variant. `keptVariants` were not drawn, so they are ignored. */
export function listShortVariants({ variants, cells }: Pick<Assembly, 'variants' | 'cells'>, keptVariants: readonly number[]): number[] {
  if (variants.length < 2) return [];
  const maxCount = Math.max(...variants.map((variant) => variant.questionCount));
  const shortVariants = variants.flatMap((variant, index) =>
    !keptVariants.includes(index) && (variant.questionCount < maxCount || cells.some((cell) => (cell.got[index] ?? 0) < cell.count))
      ? [index]
      : [],
  );
  // If no variant stands out, all drawn variants lack the same number of questions.
  return shortVariants.length > 0 ? shortVariants : [...variants.keys()].filter((index) => !keptVariants.includes(index));
}

/** Returns the quotas, with `count` as the new count of the quota that `key` names. */
export const setCellCount = (cells: readonly QuotaCell[], key: CellKey, count: number): QuotaCell[] =>
  cells.map((cell) => (formatCellKey(cell) === formatCellKey(key) ? { ...cell, count } : cell));

const isByType = (cell: QuotaCell): boolean => cell.scope !== '' && cell.type !== null;
const isByImportance = (cell: QuotaCell): boolean => cell.importance !== null;
const isByDifficulty = (cell: QuotaCell): boolean => cell.scope === '' && cell.type !== null && cell.difficulty !== null;
const sum = (cells: readonly QuotaCell[]): number => cells.reduce((total, cell) => total + cell.count, 0);

export interface QuotaSums {
  /** Sum of the quotas of a scope and its subscopes; null if the blueprint has no quota for them. */
  ofScope(scope: string, by: { readonly type?: number; readonly importance?: Importance }): number | null;
  readonly ofImportance: Readonly<Record<Importance, number>> | null;
  /** Sums of a question type: of its quotas by scope, and of its quotas by difficulty. Null if the blueprint has no such quotas. */
  ofType(type: number): { readonly scopes: number | null; readonly difficulties: number | null };
  /** Scopes whose quotas by question type and by importance have different sums. */
  readonly uneven: readonly string[];
  /** Number of questions without a scope or importance quota, to which a relaxation moves questions. */
  readonly free: number;
  /** Number of places where quotas contradict each other or the sections, so that no paper can meet them. */
  readonly faults: number;
}

/** Sums the quotas by scope, type, importance and difficulty. */
export function sumQuotas(cells: readonly QuotaCell[], sections: readonly { readonly type: number; readonly count: number }[]): QuotaSums {
  const byType = cells.filter(isByType);
  const byImportance = cells.filter(isByImportance);
  const byDifficulty = cells.filter(isByDifficulty);
  const total = sections.reduce((all, section) => all + section.count, 0);
  const sectionsByType = Map.groupBy(sections, (section) => section.type);
  const ofType: QuotaSums['ofType'] = (type) => ({
    scopes: byType.length === 0 ? null : sum(byType.filter((cell) => cell.type === type)),
    difficulties: byDifficulty.length === 0 ? null : sum(byDifficulty.filter((cell) => cell.type === type)),
  });
  const scopes = [...new Set([...byType, ...byImportance].map((cell) => cell.scope))].filter((scope) => scope !== '');
  const hasBoth = byType.length > 0 && byImportance.some((cell) => cell.scope !== '');
  const uneven = hasBoth
    ? scopes.filter(
        (scope) => sum(byType.filter((cell) => cell.scope === scope)) !== sum(byImportance.filter((cell) => cell.scope === scope)),
      )
    : [];
  const wrongTypes = [...sectionsByType].flatMap(([type, typeSections]) => {
    const count = typeSections.reduce((all, section) => all + section.count, 0);
    const { scopes, difficulties } = ofType(type);
    return [scopes !== null && scopes > count, difficulties !== null && difficulties !== count].filter(Boolean);
  });
  const wrongTotal = byImportance.length > 0 && sum(byImportance) > total ? 1 : 0;
  const remainingCounts = [byType, byImportance].flatMap((quotas) => (quotas.length === 0 ? [] : [total - sum(quotas)]));
  return {
    ofScope: (scope, { type, importance }) => {
      const matchingCells = (type === undefined ? byImportance : byType).filter(
        (cell) =>
          isScopeWithin(cell.scope, scope) &&
          cell.scope !== '' &&
          (type === undefined ? cell.importance === importance : cell.type === type),
      );
      return matchingCells.length === 0 ? null : sum(matchingCells);
    },
    ofImportance:
      byImportance.length === 0
        ? null
        : (Object.fromEntries(
            pointImportances.map((each) => [each, sum(byImportance.filter((cell) => cell.importance === each))]),
          ) as Record<Importance, number>),
    ofType,
    uneven,
    free: Math.max(0, ...remainingCounts),
    faults: uneven.length + wrongTypes.length + wrongTotal,
  };
}
