import { formatWallTime } from '../../../sync/contract/zone-time.ts';
import { getSchoolZone } from '../../lib/format-time.ts';
import type { CellValue, Column } from '../list/columns.tsx';

/** Data for the worker that writes the file: plain values, so that they can be posted. */
export interface SpreadsheetData {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Indexes of columns whose dates are shown without a time. */
  readonly dayColumns?: readonly number[];
}

/** Excel's limits for a cell's text and for a sheet's name. */
const longestCell = 32_767;
const longestName = 31;

/** Prefixes a text with an apostrophe if a spreadsheet would read it as a formula. A house rule for all exports. */
export const escapeSheetText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).slice(0, longestCell);

/**
 * Excel knows no time zones: a date in it is what a wall clock shows. The file's library writes UTC, so that the wall clock of the school
 * must be put there as if it were UTC.
 */
export const toSchoolWallClock = (date: Date): Date => new Date(`${formatWallTime(date.getTime(), getSchoolZone())}Z`);

const plain = (value: CellValue): CellValue =>
  typeof value === 'string' ? escapeSheetText(value) : value instanceof Date ? toSchoolWallClock(value) : value;

/** Converts rows to a sheet: the given columns that have a `value`, with their headings. */
export function createSpreadsheetData<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): SpreadsheetData {
  const written = columns.filter((column) => column.value !== undefined);
  return {
    // Excel rejects these characters in a sheet's name.
    name: name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, longestName),
    header: written.map((column) => escapeSheetText(column.header)),
    rows: rows.map((row) => written.map((column) => plain(column.value?.(row) ?? null))),
  };
}

/** Counts the characters of a value; Chinese ones count twice. */
const widthOf = (value: CellValue): number =>
  value instanceof Date ? 16 : [...String(value ?? '')].reduce((sum, each) => sum + (/[ᄀ-￯]/u.test(each) ? 2 : 1), 0);

/** Returns the column widths, limited to 60 characters. Looks at the first 500 rows only. */
export const computeColumnWidths = ({ header, rows }: SpreadsheetData): number[] =>
  header.map((title, at) => Math.min(60, Math.max(8, widthOf(title), ...rows.slice(0, 500).map((row) => widthOf(row[at] ?? null))) + 2));

/**
 * Returns the cells of a row for the file's library. Dates have a format with or without a time. Texts have the text format, so that an ID number
 * stays whole when a user edits its cell.
 */
export const toWriterRow = (row: readonly CellValue[], dayColumns: readonly number[] = []) =>
  row.map((value, at) => {
    if (value instanceof Date) return { value, type: Date, format: dayColumns.includes(at) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
    return typeof value === 'string' && value !== '' ? { value, type: String, format: '@' } : value;
  });
