import type { ReactNode } from 'react';

/** What a cell is worth outside the page: in a spreadsheet, and for sorting rows that are already here. */
export type CellValue = string | number | Date | null;

interface ColumnBase {
  /** Remembered and never shown. */
  readonly key: string;
  readonly header: string;
  /** The call's own name of the field to sort by. */
  readonly sort?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Tailwind width; without one the column takes what is left, but never less than a few words. */
  readonly width?: string;
  /** Not shown at first where the window is narrow (under 1280 px). */
  readonly wide?: true;
  /** Not shown at first; the person may add it. */
  readonly extra?: boolean;
  /** Always shown: what the row is known by. */
  readonly fixed?: true;
  /** The cell opens the row, as Enter does. */
  readonly opens?: true;
}

/**
 * A column says how a cell looks (`cell`), what it is worth (`value`), or both. Without `cell` the value is shown as it is; without
 * `value` the column stays out of the spreadsheet.
 */
export type Column<T> = ColumnBase & {
  /** A mark beside what opens the row: no part of its name. */
  readonly beside?: (row: T) => ReactNode;
} & (
    | { readonly cell: (row: T) => ReactNode; readonly value?: (row: T) => CellValue }
    | { readonly cell?: never; readonly value: (row: T) => string | number | null }
  );

export const cellOf = <T>(column: Column<T>, row: T): ReactNode => (column.cell === undefined ? column.value(row) : column.cell(row));

/** The person's own choice by key; what isn't in it stands as the column says. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Shown always, never, or only where the window is wide enough. */
type Shown = 'yes' | 'no' | 'whereWide';

export function shownOf(column: Column<never>, choice: ColumnChoice): Shown {
  if (column.fixed === true) return 'yes';
  const chosen = choice[column.key];
  if (chosen !== undefined) return chosen ? 'yes' : 'no';
  if (column.extra === true) return 'no';
  return column.wide === true ? 'whereWide' : 'yes';
}

/** The columns that can be seen in a window of this kind: what is exported, too. */
export const shownColumns = <T>(columns: readonly Column<T>[], choice: ColumnChoice, wide: boolean): Column<T>[] =>
  columns.filter((column) => {
    const shown = shownOf(column, choice);
    return shown === 'yes' || (shown === 'whereWide' && wide);
  });

const collator = new Intl.Collator('zh-CN', { numeric: true });

function compare(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** Rows that are all here, sorted as the server would: by `sort`, equal ones as they came. What has no value comes last, either way. */
export function sortedRows<T>(rows: readonly T[], columns: readonly Column<T>[], sort: string | undefined): readonly T[] {
  const value = columns.find((column) => column.sort !== undefined && column.sort === sort?.replace(/^-/, ''))?.value;
  if (value === undefined) return rows;
  const sign = sort?.startsWith('-') === true ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    return left === null || right === null ? compare(left, right) : sign * compare(left, right);
  });
}
