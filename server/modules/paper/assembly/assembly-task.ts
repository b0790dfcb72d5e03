import type { Assembly } from '../../../../sync/contract/assembly.ts';
import { assemble, type AssemblyTools } from './assemble.ts';
import type { AssemblyProblem, BankTable } from './assembly-problem.ts';
import { withTwins } from './bank-table.ts';
import { candidatePool, type LeftOut } from './candidate-pool.ts';

/** On a busy machine a task may take up to this many times its own computing time. */
export const mostStretch = 4;

/** Task for the thread. `twinPairs`: near-duplicates that the bank does not know by hash. */
export interface AssemblyTask {
  readonly kind: 'assemble' | 'supply';
  readonly problem: AssemblyProblem;
  readonly twinPairs: readonly (readonly [number, number])[];
}
export interface Supply {
  readonly have: number;
  readonly leftOut: LeftOut;
}
export interface SupplyAnswer {
  readonly cells: readonly Supply[];
  readonly sections: readonly Supply[];
  readonly questionCount: number;
}
export type TaskAnswer =
  | { readonly kind: 'assembly'; readonly assembly: Assembly }
  | { readonly kind: 'supply'; readonly supply: SupplyAnswer }
  /** Time ran out before anything was found. */
  | { readonly kind: 'late' };

/** Runs one task of the assembly thread: draws papers, or counts the questions that each quota could use. */
export function runTask(bank: BankTable, task: AssemblyTask, tools: AssemblyTools): TaskAnswer {
  const { problem } = task;
  const known = withTwins(bank, task.twinPairs);
  if (task.kind === 'assemble') return { kind: 'assembly', assembly: assemble(known, problem, tools) };
  const pool = candidatePool(known, problem, []);
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
