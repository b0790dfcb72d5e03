import { joinSentences } from '../../lib/punctuation.ts';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { SpreadsheetData } from '../../ui/spreadsheet/sheet-cells.ts';

export type ReportTable = CallOutput<CallOfPath<'/report/make'>>;

/**
 * Converts a table for the supervising authority (主管部门) to a sheet. Numbers of ID cards stay text and days become dates. Texts are written exactly as
 * they are: a cell of the type text is never read as a formula, and the authority compares names letter by letter.
 */
export const toReportSheet = (name: string, { columns, rows }: ReportTable): SpreadsheetData => ({
  name,
  header: columns.map(({ heading }) => heading),
  rows: rows.map(({ cells }) =>
    cells.map((cell, at) => (columns[at]?.type === 'day' && typeof cell === 'string' ? new Date(`${cell}T00:00:00Z`) : cell)),
  ),
  dayColumns: columns.flatMap(({ type }, at) => (type === 'day' ? [at] : [])),
});

/** Code that the supervising authority (主管部门) uses for one of our values, such as 1 for 男. */
export interface ReportCode {
  readonly from: string;
  readonly to: string;
}

/** Writes a code table on one line: "男=1；女=2" or "男=1; 女=2". */
export const formatCodes = (codes: readonly ReportCode[]): string => joinSentences(codes.map(({ from, to }) => `${from}=${to}`));

/** Reads a code table from one line, with Chinese or Latin punctuation; null if an entry has no value or no code. */
export function parseCodes(text: string): ReportCode[] | null {
  const parts = text
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const codes = parts.flatMap((part) => {
    const [from = '', to = '', ...more] = part.split(/[=＝]/).map((side) => side.trim());
    return from === '' || to === '' || more.length > 0 ? [] : [{ from, to }];
  });
  return codes.length === parts.length ? codes : null;
}
