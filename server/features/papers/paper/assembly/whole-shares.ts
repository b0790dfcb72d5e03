import { sum } from '../../../../../sync/domain/numbers.ts';

/** Splits `total` into whole numbers in proportion to the weights (largest remainder); equally if all weights are 0. */
export function splitIntoWholeShares(total: number, weights: readonly number[]): number[] {
  const weightSum = sum(weights);
  const exact = weights.map((weight) => (weightSum > 0 ? (total * weight) / weightSum : total / weights.length));
  const shares = exact.map((share) => Math.floor(share + tiny));
  const byRemainder = [...exact.keys()].toSorted(
    (a, b) => (exact[b] ?? 0) - (shares[b] ?? 0) - ((exact[a] ?? 0) - (shares[a] ?? 0)) || a - b,
  );
  let remaining = total - sum(shares);
  for (const at of byRemainder) {
    if (remaining <= 0) break;
    shares[at] = (shares[at] ?? 0) + 1;
    remaining -= 1;
  }
  return shares;
}

/**
 * Builds a table of whole numbers with the given row and column sums (of equal totals), close to the given proportions. It first fits the proportions
 * to the sums, then rounds every entry up or down without breaking the sums.
 */
export function buildWholeNumberTable(
  rowSums: readonly number[],
  columnSums: readonly number[],
  weights: readonly (readonly number[])[],
): number[][] {
  const exact = weights.map((row) => row.map((weight) => Math.max(weight, 0)));
  for (let round = 0; round < 60; round += 1) {
    for (const [at, row] of exact.entries()) scale(row, rowSums[at] ?? 0);
    for (const column of columnSums.keys()) {
      const have = sum(exact.map((row) => row[column] ?? 0));
      for (const row of exact) if (have > 0) row[column] = ((row[column] ?? 0) * (columnSums[column] ?? 0)) / have;
    }
  }
  const wholeTable = exact.map((row) => row.map((value) => Math.floor(value + tiny)));
  const rowLeft = rowSums.map((rowSum, at) => rowSum - sum(wholeTable[at] ?? []));
  const columnLeft = columnSums.map((columnSum, column) => columnSum - sum(wholeTable.map((row) => row[column] ?? 0)));
  const raised = new Set<string>();

  /**
   * Raises one entry of this row by one. If the column is already full, another row moves its increment to a different column. `wide`: also allows
   * entries to be raised that need no rounding up.
   */
  const raise = (row: number, visitedColumns: Set<number>, wide: boolean): boolean => {
    const columns = [...columnSums.keys()].toSorted((a, b) => fraction(row, b) - fraction(row, a));
    for (const column of columns) {
      if (visitedColumns.has(column) || raised.has(`${row} ${column}`) || (!wide && fraction(row, column) <= tiny)) continue;
      visitedColumns.add(column);
      if ((columnLeft[column] ?? 0) > 0) columnLeft[column] = (columnLeft[column] ?? 0) - 1;
      else {
        const other = [...rowSums.keys()].find(
          (candidate) => raised.has(`${candidate} ${column}`) && candidate !== row && raise(candidate, visitedColumns, wide),
        );
        if (other === undefined) continue;
        raised.delete(`${other} ${column}`);
      }
      raised.add(`${row} ${column}`);
      return true;
    }
    return false;
  };
  const fraction = (row: number, column: number): number => (exact[row]?.[column] ?? 0) - (wholeTable[row]?.[column] ?? 0);
  for (const wide of [false, true])
    for (const row of rowSums.keys()) while ((rowLeft[row] ?? 0) > 0 && raise(row, new Set(), wide)) rowLeft[row] = (rowLeft[row] ?? 0) - 1;
  return wholeTable.map((row, at) => row.map((value, column) => value + (raised.has(`${at} ${column}`) ? 1 : 0)));
}

const tiny = 1e-6;

function scale(row: number[], to: number): void {
  const rowSum = sum(row);
  for (const at of row.keys()) row[at] = rowSum > 0 ? ((row[at] ?? 0) * to) / rowSum : to / row.length;
}
