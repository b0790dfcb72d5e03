import type { PackageLimits, PackageProblem } from './package-read.ts';

export interface SheetCell {
  /** `date`: a number that the sheet shows as one; spreadsheets make dates of a typed "3-4". */
  readonly kind: 'value' | 'date' | 'formula' | 'error';
  /** As typed; numbers with a dot, percentages with their sign, dates as 2026-03-04. Of a formula: the formula itself. */
  readonly text: string;
  /** Of a formula: what it came to when the file was saved. */
  readonly result?: string;
  /** Where parts of the text are raised or lowered: all of it in pieces. */
  readonly pieces?: readonly TextPiece[];
  /** A picture placed in the cell: its number among the workbook's rich values, from 1. */
  readonly richValue?: number;
}
export interface TextPiece {
  readonly text: string;
  readonly look: 'plain' | 'raised' | 'lowered';
}
export interface SheetRow {
  /** As the program numbers it, from 1. */
  readonly number: number;
  /** Column (from 0) → what stands there; empty cells are left out. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}
export interface WorkbookSheet {
  readonly name: string;
  /** Where it lies in the package. */
  readonly part?: string;
  /** Nobody who looks at the file sees it: its rows are not read. */
  readonly hidden?: true;
  /** Rows with anything in them. */
  readonly rows: readonly SheetRow[];
}

export interface WorkbookLimits extends PackageLimits {
  readonly fileMb: number;
  /** Rows with something in them, of one sheet. */
  readonly rows: number;
}

/** Why a file can't be read as a workbook; the words are the caller's. */
export type WorkbookProblem =
  | { readonly kind: 'notXlsx' | 'oldXls' | 'noSheet' | 'doctype' }
  | { readonly kind: 'tooManyRows'; readonly sheet: string; readonly limit: number }
  /** Rows that hold nothing: the sheet goes on to `row` because somebody formatted it that far. */
  | { readonly kind: 'tooManyEmptyRows'; readonly sheet: string; readonly row: number; readonly limit: number }
  | PackageProblem;

/** Empty rows that are passed over: programs leave hundreds behind, a template formatted in advance some thousands. */
export const emptyRowsPassed = 10_000;

/** Thrown within the reader; `readWorkbook` answers with its problem. */
export class WorkbookStop extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** 27 → "AB". */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
