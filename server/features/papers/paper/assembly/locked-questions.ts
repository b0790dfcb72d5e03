import type { Assembly } from '../../../../../sync/contract/papers/assembly.ts';
import type { AssemblyProblem, BankTable } from './assembly-problem.ts';
import type { CandidatePool } from './candidate-pool.ts';

export interface LockedRows {
  /** Rows of each variant that fit into its sections, in the given order. */
  readonly rows: readonly (readonly number[])[];
  readonly faults: Assembly['lockFaults'];
  /** Most locked questions that two variants have in common. */
  readonly shared: number;
}

/** Finds locked questions in the bank, regardless of status, use or scope, because a person chose them. */
export function findLockedRows(bank: BankTable, problem: AssemblyProblem): LockedRows {
  const faults: Assembly['lockFaults'] = [];
  const fault = (id: number, reason: Assembly['lockFaults'][number]['reason']): void => {
    if (!faults.some((known) => known.id === id && known.reason === reason)) faults.push({ id, reason });
  };
  const rows = Array.from({ length: problem.variants }, (_, variant) => {
    const room = new Map<number, number>();
    for (const section of problem.sections) room.set(section.type, (room.get(section.type) ?? 0) + section.count);
    const twins = new Set<number>();
    return [...new Set(problem.lockedIds[variant])].flatMap((id) => {
      const row = rowOf(bank, id);
      if (row === undefined) {
        fault(id, 'unknown');
        return [];
      }
      const type = bank.types[row] ?? 0;
      const left = room.get(type) ?? 0;
      if (left === 0) {
        fault(id, 'noSection');
        return [];
      }
      room.set(type, left - 1);
      const twin = bank.twins[row] ?? -1;
      if (twin >= 0 && twins.has(twin)) fault(id, 'duplicate');
      twins.add(twin);
      return [row];
    });
  });
  return { rows, faults, shared: computeMaxShared(rows) };
}

/** Computes what each cell of a variant still needs after its locked questions. Locked questions that exceed a quota are reported as faults. */
export function computeRemainingWants(bank: BankTable, pool: CandidatePool, locked: readonly number[]) {
  const wants = pool.cells.map((cell) => cell.count);
  const faults: Assembly['lockFaults'] = [];
  for (const row of locked) {
    const cells = pool.cellsOf(row) ?? [];
    if (cells.some((cell) => wants[cell] === 0)) faults.push({ id: bank.ids[row] ?? 0, reason: 'overQuota' });
    for (const cell of cells) wants[cell] = Math.max(0, (wants[cell] ?? 0) - 1);
  }
  return { wants, faults };
}

/** Returns the largest number of rows that any two variants have in common. */
export function computeMaxShared(variants: readonly (readonly number[])[]): number {
  let most = 0;
  for (const [at, one] of variants.entries()) {
    const mine = new Set(one);
    for (const other of variants.slice(at + 1)) most = Math.max(most, other.filter((row) => mine.has(row)).length);
  }
  return most;
}

/** Finds a row by binary search; rows ascend by id. */
function rowOf(bank: BankTable, id: number): number | undefined {
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
