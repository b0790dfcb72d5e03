import type { WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { absentTexts, pointsHeadings, ticketHeadings } from './points-headings-table.ts';

export interface PointsSheetRow {
  /** Row number as shown by the spreadsheet program. */
  readonly row: number;
  readonly ticketNo: string;
  /** Null means that the examinee was absent. */
  readonly points: number | null;
}
export interface PointsSheet {
  readonly rows: readonly PointsSheetRow[];
  readonly faults: readonly { readonly row: number; readonly what: 'ticketNo' | 'points' }[];
}

const normaliseCell = (text: string): string => text.trim().toLowerCase();

/** Parses the points typed for one examinee. Returns null for "absent" and undefined for invalid input. */
export function parseTypedPoints(text: string): number | null | undefined {
  if (absentTexts.includes(normaliseCell(text))) return null;
  const points = Number(text.trim());
  return text.trim() === '' || !(points >= 0) || !Number.isInteger(points * 2) ? undefined : points;
}

/** Reads ticket numbers and points from a sheet. Returns null if no row has both headings. A formula counts as its result. */
export function readPointsSheet(rows: WorkbookSheet['rows']): PointsSheet | null {
  const findColumn = ({ cells }: WorkbookSheet['rows'][number], names: readonly string[]): number | undefined =>
    [...cells].find(([, cell]) => names.includes(normaliseCell(cell.text)))?.[0];
  const heading = rows.findIndex((row) => findColumn(row, ticketHeadings) !== undefined && findColumn(row, pointsHeadings) !== undefined);
  const head = rows[heading];
  if (head === undefined) return null;
  const [ticketAt, pointsAt] = [findColumn(head, ticketHeadings), findColumn(head, pointsHeadings)];
  const pointsRows: PointsSheetRow[] = [];
  const faults: { row: number; what: 'ticketNo' | 'points' }[] = [];
  for (const { number: row, cells } of rows.slice(heading + 1)) {
    const readText = (at: number | undefined): string => {
      const cell = cells.get(at ?? -1);
      return (cell?.result ?? cell?.text ?? '').trim();
    };
    if ([...cells.values()].every((cell) => cell.text.trim() === '')) continue;
    const points = parseTypedPoints(readText(pointsAt));
    if (readText(ticketAt) === '') faults.push({ row, what: 'ticketNo' });
    else if (points === undefined) faults.push({ row, what: 'points' });
    else pointsRows.push({ row, ticketNo: readText(ticketAt), points });
  }
  return { rows: pointsRows, faults };
}
