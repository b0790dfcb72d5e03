import type { PackageLimits, PackageProblem } from './package-read.ts';

export interface SheetCell {
  /**
   * `date`: a number that the sheet shows as a date, which spreadsheets also make of a typed "3-4". `format`: a number whose format is unknown, so
   * that the shown text is unknown too.
   */
  readonly kind: 'value' | 'date' | 'formula' | 'error' | 'format';
  /**
   * The text that the sheet shows; a date is 2026-03-04 or 2026-03-04 17:30. A formula cell has the formula. A cell of an unknown format has the number
   * with the format in brackets, so that no reader takes it for a number.
   */
  readonly text: string;
  /** True if the cell has the format "text", so that it shows exactly the typed text. */
  readonly isText?: true;
  /** Result of a formula when the file was saved. */
  readonly result?: string;
  /** The whole text as runs, if parts of the text are superscript or subscript. */
  readonly runs?: readonly TextRun[];
  /** A picture placed in the cell: its index among the workbook's rich values, from 1. */
  readonly richValue?: number;
}
export interface TextRun {
  readonly text: string;
  readonly look: 'plain' | 'raised' | 'lowered';
}
export interface WorkbookRow {
  /** Row number as the spreadsheet program shows it, from 1. */
  readonly number: number;
  /** Column (from 0) → cell; empty cells are left out. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}
export interface WorkbookSheet {
  readonly name: string;
  /** Path of the sheet's file in the xlsx file, which is a zip package. */
  readonly part?: string;
  /** The sheet is hidden from users; its rows are not read. */
  readonly hidden?: true;
  /** Rows of the sheet that are not empty. */
  readonly rows: readonly WorkbookRow[];
}

export interface WorkbookLimits extends PackageLimits {
  readonly fileMb: number;
  /** Maximum number of non-empty rows of one sheet. */
  readonly rows: number;
}

/** Reason why a file cannot be read as a workbook; the caller words the message. */
export type WorkbookProblem =
  | { readonly kind: 'notXlsx' | 'oldXls' | 'noSheet' | 'doctype' }
  | { readonly kind: 'tooManyRows'; readonly sheet: string; readonly limit: number }
  /** More empty rows than `limit`: a user formatted the sheet down to `row`. */
  | { readonly kind: 'tooManyEmptyRows'; readonly sheet: string; readonly row: number; readonly limit: number }
  | PackageProblem;

/** Maximum number of empty rows that are skipped. Programs leave hundreds, and a template formatted in advance has some thousands. */
export const maxSkippedEmptyRows = 10_000;

/** Thrown while reading; `readWorkbook` catches it and returns its problem. */
export class WorkbookError extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Returns the letters of a column, counted from 0: 27 → "AB". */
export function formatColumnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? formatColumnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
