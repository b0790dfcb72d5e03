/** Minimise cost·x with rowLower ≤ A·x ≤ rowUpper and 0 ≤ x ≤ upper; x is an integer where `whole` is true. */
export interface IntegerProgram {
  readonly costs: readonly number[];
  readonly uppers: readonly number[];
  readonly isInteger: readonly boolean[];
  readonly rowLowers: readonly number[];
  readonly rowUppers: readonly number[];
  /** The matrix A in compressed columns: the start of each column in `rows` and `factors`, and the row and value of each entry. */
  readonly starts: readonly number[];
  readonly rows: readonly number[];
  readonly factors: readonly number[];
}
export interface ProgramSolution {
  readonly values: Float64Array;
  /** False if the time ran out: `values` is then the best solution found so far. */
  readonly isOptimal: boolean;
}
export interface ProgramLimits {
  readonly timeMs: number;
  /** A solution is good enough if its cost is within this distance of the lowest possible cost. */
  readonly gap: number;
}
/** Solves a program; returns undefined if nothing was found within the time. */
export type SolveProgram = (program: IntegerProgram, limits: ProgramLimits) => ProgramSolution | undefined;

/** Builds an integer program: the caller first adds all rows, then the columns with their entries in those rows. */
export class ProgramBuilder implements IntegerProgram {
  readonly costs: number[] = [];
  readonly uppers: number[] = [];
  readonly isInteger: boolean[] = [];
  readonly rowLowers: number[] = [];
  readonly rowUppers: number[] = [];
  readonly starts: number[] = [0];
  readonly rows: number[] = [];
  readonly factors: number[] = [];

  row(lower: number, upper: number): number {
    this.rowUppers.push(upper);
    return this.rowLowers.push(lower) - 1;
  }

  column(cost: number, upper: number, entries: readonly (readonly [row: number, factor: number])[], whole = true): number {
    for (const [row, factor] of entries) {
      this.rows.push(row);
      this.factors.push(factor);
    }
    this.starts.push(this.rows.length);
    this.uppers.push(upper);
    this.isInteger.push(whole);
    return this.costs.push(cost) - 1;
  }
}
