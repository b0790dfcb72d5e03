import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { SpreadsheetData } from '../../ui/spreadsheet/sheet-cells.ts';

export type ReportTable = CallOutput<CallOfPath<'/report/make'>>;

/**
 * Converts a table to a sheet. Numbers of ID cards stay text and days become dates. Texts are written exactly as they are: a cell of the type text
 * is never read as a formula, and the authority compares names letter by letter.
 */
export const toReportSheet = (name: string, { columns, rows }: ReportTable): SpreadsheetData => ({
  name,
  header: columns.map(({ heading }) => heading),
  rows: rows.map(({ cells }) =>
    cells.map((cell, at) => (columns[at]?.type === 'day' && typeof cell === 'string' ? new Date(`${cell}T00:00:00Z`) : cell)),
  ),
  dayColumns: columns.flatMap(({ type }, at) => (type === 'day' ? [at] : [])),
});
