import type { Blueprint, CellKey, QuotaCell } from '../../../../../sync/contract/papers/assembly.ts';
import { difficulty, pointImportances } from '../../../../../sync/contract/codes.ts';
import { anyCell, type ScopeTable } from './assembly-problem.ts';
import { splitIntoWholeShares, buildWholeNumberTable } from './whole-shares.ts';
import { isScopeWithin } from '../../../../../sync/domain/papers/detail-rules.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

/** A detail table (tree of assessment points) with the weights of its scopes, the levels above the points, ordered from the top. */
export interface WeightedTable extends ScopeTable {
  readonly scopes: readonly { readonly code: string; readonly depth: number; readonly weight: number }[];
}

/** Computes the quotas from a blueprint's shares: whole numbers that agree with the sections and with each other. */
export function computeBlueprintCells(blueprint: Omit<Blueprint, 'cells'>, table: WeightedTable | null): QuotaCell[] {
  const types = [...new Set(blueprint.sections.map((section) => section.type))];
  const typeCounts = types.map((type) =>
    sum(blueprint.sections.filter((section) => section.type === type).map((section) => section.count)),
  );
  const total = sum(typeCounts);
  const scopes = table === null ? [] : selectScopes(table, blueprint.scopeDepth);
  const scopeCounts = splitIntoWholeShares(
    total,
    scopes.map((scope) => scope.weight),
  );
  const cells: QuotaCell[] = [];
  const add = (key: Partial<CellKey>, count: number): void => void cells.push({ ...anyCell, ...key, count });

  if (scopes.length > 0) {
    const byType = buildWholeNumberTable(
      scopeCounts,
      typeCounts,
      scopeCounts.map(() => typeCounts),
    );
    for (const [row, scope] of scopes.entries())
      for (const [column, type] of types.entries()) add({ scope: scope.code, type }, byType[row]?.[column] ?? 0);
  }

  if (blueprint.importance === 'table' && table !== null) {
    const listPoints = (scope: string): number[] =>
      pointImportances.map(
        (importance) => table.points.filter((point) => point.importance === importance && isScopeWithin(point.scope, scope)).length,
      );
    const rows = scopes.length > 0 ? scopes.map((scope) => listPoints(scope.code)) : [listPoints('')];
    const rowCounts = scopes.length > 0 ? scopeCounts : [total];
    const importanceTotals = pointImportances.map((_, column) =>
      sum(rows.map((row, at) => ((rowCounts[at] ?? 0) * (row[column] ?? 0)) / (sum(row) || 1))),
    );
    const byImportance = buildWholeNumberTable(rowCounts, splitIntoWholeShares(total, importanceTotals), rows);
    for (const [row, counts] of byImportance.entries())
      for (const [column, importance] of pointImportances.entries())
        add({ scope: scopes[row]?.code ?? '', importance }, counts[column] ?? 0);
  } else if (blueprint.importance !== null && blueprint.importance !== 'table') {
    const { X, Y, Z } = blueprint.importance;
    for (const [at, count] of splitIntoWholeShares(total, [X, Y, Z]).entries()) add({ importance: pointImportances[at] ?? null }, count);
  }

  if (blueprint.difficulty !== null) {
    const shares = [blueprint.difficulty.easy, blueprint.difficulty.medium, blueprint.difficulty.hard];
    const byDifficulty = buildWholeNumberTable(
      typeCounts,
      splitIntoWholeShares(total, shares),
      types.map(() => shares),
    );
    for (const [row, type] of types.entries())
      for (const [column, code] of Object.values(difficulty).entries()) add({ type, difficulty: code }, byDifficulty[row]?.[column] ?? 0);
  }
  return cells;
}

/** Selects the scopes of the given depth, and shallower ones without children. Together they contain every detail point once. */
function selectScopes({ scopes }: WeightedTable, depth: number): WeightedTable['scopes'] {
  return scopes.filter(
    (scope) =>
      scope.depth === depth ||
      (scope.depth < depth && !scopes.some((other) => other.depth > scope.depth && isScopeWithin(other.code, scope.code))),
  );
}
