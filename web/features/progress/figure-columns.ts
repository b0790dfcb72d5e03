import type { Column, ColumnLook } from '../../ui/list/table-columns.ts';
import { numberColumn } from '../../ui/list/columns.tsx';
import { formatPercentOrDash } from './figure-text.ts';

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
