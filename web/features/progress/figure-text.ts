import { formatPercent } from '../../lib/format-number.ts';
import { formatDate } from '../../lib/format-time.ts';
import { type Column, type ColumnLook, numberColumn } from '../../ui/list/columns.tsx';

/** Formats a percentage (0–100) as "83.5%"; a dash for null. */
export const formatPercentOrDash = (percent: number | null): string => (percent === null ? '–' : formatPercent(percent / 100, 1));

/** Returns the pass rate in percent (0–100), or null without scored exams. */
export const computePassRate = (passed: number, scored: number): number | null => (scored === 0 ? null : (passed / scored) * 100);

export const formatDayOrNever = (ms: number | null, never: string): string => (ms === null ? never : formatDate(ms));

/** Makes a column of percentages (0–100), with a dash for null. */
export const percentColumn = <T>(
  key: string,
  header: string,
  getPercent: (row: T) => number | null,
  look: ColumnLook<T> = {},
): Column<T> => ({
  ...numberColumn(key, header, getPercent, look),
  cell: (row) => formatPercentOrDash(getPercent(row)),
  value: getPercent,
});
