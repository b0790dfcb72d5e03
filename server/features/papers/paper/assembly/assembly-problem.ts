import type { Blueprint, CellKey, QuotaCell } from '../../../../../sync/contract/papers/assembly.ts';
import type { Importance } from '../../../../../sync/contract/codes.ts';

/** A bank in columns, with only the attributes that a draw uses. Rows ascend by id. */
export interface BankTable {
  readonly ids: Int32Array;
  readonly types: Uint8Array;
  /** Difficulty of each question: 1 easy, 2 medium, 3 hard. */
  readonly difficulties: Uint8Array;
  /** Expected share of right answers to each question, 0 to 1. */
  readonly expectedCorrectShares: Float32Array;
  /** Index of the question's entry in `places`; `point` and `category` are indexes in `pointCodes` and `categories`. */
  readonly place: Int32Array;
  readonly point: Int32Array;
  readonly category: Int32Array;
  /** Number of times the question was used. */
  readonly exposures: Uint16Array;
  /** Group number that near-duplicates share; -1 if there are none. */
  readonly duplicateGroups: Int32Array;
  /** Bits of `bankFlag`: `inUse`, `certified`. */
  readonly flags: Uint8Array;
  readonly places: readonly QuestionPlace[];
  readonly pointCodes: readonly string[];
  readonly categories: readonly string[];
}
export const bankFlag = { inUse: 1, certified: 2 } as const;

export interface QuestionPlace {
  readonly professionId: number | null;
  readonly tradeId: number | null;
  readonly level: number | null;
}

/** The parts of a detail table (table of assessment points) that a draw needs. */
export interface ScopeTable {
  readonly place: QuestionPlace;
  readonly points: readonly { readonly code: string; readonly scope: string; readonly importance: Importance }[];
}

export interface AssemblyProblem {
  readonly sections: Blueprint['sections'];
  readonly cells: readonly QuotaCell[];
  readonly table: ScopeTable | null;
  readonly bank: Blueprint['bank'];
  readonly categories: readonly string[];
  readonly maxExposure: number | null;
  readonly bannedIds: readonly number[];
  readonly variants: number;
  readonly maxShared: number;
  readonly lockedIds: readonly (readonly number[])[];
  /**
   * Indexes of variants that stay as they are, even against the quotas, because a person may have edited them. All their questions count as locked.
   */
  readonly unchangedVariants: readonly number[];
  readonly seed: number;
}

/** The cell that contains every question, because it restricts no attribute. */
export const anyCell: CellKey = { type: null, scope: '', importance: null, difficulty: null };

/** Names the attributes that a cell restricts. A relaxation moves quotas only between cells of the same kind. */
export const getCellKind = (cell: CellKey): string =>
  [
    cell.type === null ? '' : 'type',
    cell.scope === '' ? '' : `scope${cell.scope.split('-').length}`,
    cell.importance === null ? '' : 'importance',
    cell.difficulty === null ? '' : 'difficulty',
  ].join(' ');
