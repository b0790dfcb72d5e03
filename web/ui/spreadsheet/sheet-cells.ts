import type { SheetData } from 'write-excel-file/browser';
import { formatWallTime } from '../../../sync/contract/zone-time.ts';
import { createTextCell, createTextRow } from '../../../sync/spreadsheet/column-format.ts';
import { escapeCharacterCode } from '../../../sync/spreadsheet/cell-text.ts';
import { getSchoolZone } from '../../lib/format-time.ts';

/** Value of a cell outside the page: in a spreadsheet, and for sorting rows in memory. */
export type CellValue = string | number | Date | null;

/** The part of a list's column that a spreadsheet needs. A column without `value` is not exported. */
interface SheetColumn<T> {
  readonly header: string;
  readonly value?: (row: T) => CellValue;
}

/** Data for the worker that writes the file: plain values, so that they can be posted. */
export interface SpreadsheetData {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Indexes of columns whose dates are shown without a time. */
  readonly dayColumns?: readonly number[];
}

/** Excel's limits for a cell's text and for a sheet's name, in characters. */
const longestCell = 32_767;
const longestName = 31;

/**
 * Converts a date for Excel, which knows no time zones: a date in it is what a wall clock shows. The library that writes the file uses UTC, so the
 * time on the school's wall clock is given to it as if it were UTC.
 */
export const toSchoolWallClock = (date: Date): Date => new Date(`${formatWallTime(date.getTime(), getSchoolZone())}Z`);

/** Converts rows to a sheet: the given columns that have a `value`, with their headings. */
export function createSpreadsheetData<T>(name: string, columns: readonly SheetColumn<T>[], rows: readonly T[]): SpreadsheetData {
  const sheetColumns = columns.filter((column) => column.value !== undefined);
  return {
    name,
    header: sheetColumns.map((column) => column.header),
    rows: rows.map((row) =>
      sheetColumns.map((column) => {
        const value = column.value?.(row) ?? null;
        return value instanceof Date ? toSchoolWallClock(value) : value;
      }),
    ),
  };
}

/** Counts the characters of a value; Chinese ones count twice. */
const measureWidth = (value: CellValue): number =>
  value instanceof Date ? 16 : [...String(value ?? '')].reduce((sum, each) => sum + (/[ᄀ-￯]/u.test(each) ? 2 : 1), 0);

/** Returns the column widths in characters, at most 60 each. Looks only at the first 500 rows. */
export const computeColumnWidths = ({ header, rows }: SpreadsheetData): number[] =>
  header.map((title, at) =>
    Math.min(60, Math.max(8, measureWidth(title), ...rows.slice(0, 500).map((row) => measureWidth(row[at] ?? null))) + 2),
  );

/** Returns the name without characters that Excel forbids in a sheet name, and shortened to its limit. */
export const toSheetName = (name: string): string => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, longestName);

/**
 * Returns the cells of a sheet for the library that writes the file. A sheet without rows gets one row of empty text cells. Dates have a format with
 * or without a time. Texts longer than a cell can hold are cut.
 */
export function toWriterRows({ header, rows, dayColumns = [] }: SpreadsheetData): SheetData {
  const cells = rows.map((row) =>
    row.map((value, at) => {
      if (value instanceof Date) return { value, type: Date, format: dayColumns.includes(at) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
      return typeof value === 'string' && value !== '' ? createTextCell(value.slice(0, longestCell)) : value;
    }),
  );
  const head = header.map((title) => ({ value: escapeCharacterCode(title.slice(0, longestCell)), fontWeight: 'bold' as const }));
  return [head, ...(rows.length === 0 ? [createTextRow(header.length)] : cells)];
}
