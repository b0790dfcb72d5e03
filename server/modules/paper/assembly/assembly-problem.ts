import type { Blueprint, CellKey, QuotaCell } from '../../../../sync/contract/assembly.ts';
import type { Importance } from '../../../../sync/contract/codes.ts';

/** A bank as columns: what a draw looks at of each question, and nothing else. Rows ascend by id. */
export interface BankTable {
  readonly ids: Int32Array;
  readonly types: Uint8Array;
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulties: Uint8Array;
  /** Expected share of right answers, 0 to 1. */
  readonly eases: Float32Array;
  /** Row of `places`, `pointCodes`, `categories`. */
  readonly place: Int32Array;
  readonly point: Int32Array;
  readonly category: Int32Array;
  /** How often it was used. */
  readonly exposures: Uint16Array;
  /** Near-duplicates have the same number; -1: it has none. */
  readonly twins: Int32Array;
  /** `inUse`, `certified`. */
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

/** A detail table as far as a draw needs it. */
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
  /** Variants that stay as they are, whatever the quotas say of them: somebody may have changed them by hand since. All they have is locked. */
  readonly kept: readonly number[];
  readonly seed: number;
}

export const openKey: CellKey = { type: null, scope: '', importance: null, difficulty: null };

/** Is the one scope the other, or below it? */
export const scopeWithin = (scope: string, of: string): boolean => of === '' || scope === of || scope.startsWith(`${of}-`);

/** Cells of one kind ask about the same attributes: quotas are moved only between them. */
export const kindOf = (cell: CellKey): string =>
  [
    cell.type === null ? '' : 'type',
    cell.scope === '' ? '' : `scope${cell.scope.split('-').length}`,
    cell.importance === null ? '' : 'importance',
    cell.difficulty === null ? '' : 'difficulty',
  ].join(' ');
