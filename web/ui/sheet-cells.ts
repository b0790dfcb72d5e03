import type { CellValue, Column } from './table-columns.ts';

/** What goes to the worker that writes the file: values alone, so that it can be posted. */
export interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** Excel's own bound for one cell, and for the name of a sheet. */
const longestCell = 32_767;
const longestName = 31;

/** A text that a spreadsheet would read as a formula is made plain text: the apostrophe in front says so (house rule for all exports). */
export const escapedText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).slice(0, longestCell);

/**
 * Excel knows no time zones: a date in it is what a wall clock shows. The file's library writes UTC, so that this PC's wall clock
 * must be put there as if it were UTC.
 */
export const wallClock = (date: Date): Date => new Date(date.getTime() - date.getTimezoneOffset() * 60_000);

const plain = (value: CellValue): CellValue =>
  typeof value === 'string' ? escapedText(value) : value instanceof Date ? wallClock(value) : value;

/** The rows as a sheet: the columns shown that have a value, headed as on the page. */
export function sheetOf<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): Sheet {
  const written = columns.filter((column) => column.value !== undefined);
  return {
    // Excel refuses these in the name of a sheet.
    name: name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, longestName),
    header: written.map((column) => escapedText(column.header)),
    rows: rows.map((row) => written.map((column) => plain(column.value?.(row) ?? null))),
  };
}

/** Characters a value takes, Chinese ones counted as two. */
const widthOf = (value: CellValue): number =>
  value instanceof Date ? 16 : [...String(value ?? '')].reduce((sum, each) => sum + (/[ᄀ-￯]/u.test(each) ? 2 : 1), 0);

/** Wide enough for what stands in each column, within reason. The first rows tell enough. */
export const columnWidths = ({ header, rows }: Sheet): number[] =>
  header.map((title, at) => Math.min(60, Math.max(8, widthOf(title), ...rows.slice(0, 500).map((row) => widthOf(row[at] ?? null))) + 2));
