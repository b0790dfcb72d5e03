import loadHighs from 'highs';
import type { SolveProgram } from './integer-program.ts';

/** Loads HiGHS (WebAssembly) in about 0.1 s. Solving blocks the thread. */
export async function loadHighsSolver(): Promise<SolveProgram> {
  const highs = await loadHighs();
  const { modelStatus, variableType } = highs.constants;
  return (program, limits) => {
    const numCols = program.costs.length;
    const numRows = program.rowLowers.length;
    const bounded = (values: readonly number[]): number[] =>
      values.map((value) => (Number.isFinite(value) ? value : Math.sign(value) * highs.infinity));
    const source = {
      numCols,
      numRows,
      colCost: program.costs,
      colLower: new Float64Array(numCols),
      colUpper: bounded(program.uppers),
      rowLower: bounded(program.rowLowers),
      rowUpper: bounded(program.rowUppers),
      matrix: { format: 'csc', numRows, numCols, starts: program.starts, indices: program.rows, values: program.factors } as const,
      integrality: program.isInteger.map((whole) => (whole ? variableType.integer : variableType.continuous)),
    };
    return highs.withModel(source, (model) => {
      model.options.set({
        output_flag: false,
        // A fixed seed, so that the same program has the same answer.
        random_seed: 1,
        time_limit: Math.max(0.01, limits.timeMs / 1000),
        mip_abs_gap: limits.gap,
        mip_rel_gap: 0,
      });
      const { modelStatus: status } = model.run();
      const proven = status === modelStatus.optimal;
      const hasValues = proven || Number(model.info.get('primal_solution_status')) === 2;
      return hasValues ? { values: model.getSolution().colValue, isOptimal: proven } : undefined;
    });
  };
}
