import type { Assembly } from '../../../../../sync/contract/papers/assembly.ts';
import { assemblePapers, type AssemblyTools } from './assemble.ts';
import type { AssemblyProblem, BankTable } from './assembly-problem.ts';
import { markTwinQuestions } from './bank-table.ts';
import { buildCandidatePool, type LeftOutCounts } from './candidate-pool.ts';

/** On a busy machine a task may take up to this many times its own computing time. */
export const maxTimeStretch = 4;

/** Task for the thread. `twinPairs`: near-duplicates that the bank does not know by hash. */
export interface AssemblyThreadTask {
  readonly kind: 'assemble' | 'supply';
  readonly problem: AssemblyProblem;
  readonly twinPairs: readonly (readonly [number, number])[];
}
export interface CellSupply {
  readonly have: number;
  readonly leftOut: LeftOutCounts;
}
export interface SupplyResult {
  readonly cells: readonly CellSupply[];
  readonly sections: readonly CellSupply[];
  readonly questionCount: number;
}
export type AssemblyTaskResult =
  | { readonly kind: 'assembly'; readonly assembly: Assembly }
  | { readonly kind: 'supply'; readonly supply: SupplyResult }
  /** Time ran out before anything was found. */
  | { readonly kind: 'late' };

/** Runs one task of the assembly thread: draws papers, or counts the questions that each quota could use. */
export function runAssemblyTask(bank: BankTable, task: AssemblyThreadTask, tools: AssemblyTools): AssemblyTaskResult {
  const { problem } = task;
  const markedBank = markTwinQuestions(bank, task.twinPairs);
  if (task.kind === 'assemble') return { kind: 'assembly', assembly: assemblePapers(markedBank, problem, tools) };
  const pool = buildCandidatePool(markedBank, problem, []);
  const open = { scope: '', importance: null, difficulty: null };
  return {
    kind: 'supply',
    supply: {
      cells: problem.cells.map((cell) => pool.supply(cell)),
      sections: problem.sections.map(({ type }) => pool.supply({ ...open, type })),
      questionCount: bank.ids.length,
    },
  };
}
