import type { ReactNode } from 'react';

/** Value of a cell outside the page: in a spreadsheet, and for sorting rows in memory. */
export type CellValue = string | number | Date | null;

/** How a column looks and behaves, apart from its content. */
export interface ColumnLook<T> {
  /** Name of the field in the list call's `sort`. */
  readonly sort?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Tailwind width. Without a width the column shares the remaining space, but always fits a few words. */
  readonly width?: string;
  /** Hidden by default in windows narrower than 1280 px. */
  readonly wide?: true;
  /** Hidden by default; the user can add it. */
  readonly extra?: boolean;
  /** Always shown, because it identifies the row. */
  readonly fixed?: true;
  /** Shown on the screen only, or on paper only. */
  readonly only?: 'screen' | 'paper';
  /** The cell's content opens the row, as Enter does. */
  readonly opens?: true;
  /** Shown next to the link that opens the row; not part of its name. */
  readonly beside?: (row: T) => ReactNode;
}

/**
 * A column defines how a cell looks (`cell`), its value (`value`), or both. Without `cell` the value is shown; without `value` the column is
 * not exported.
 */
export type Column<T> = ColumnLook<T> & {
  /** Name in the remembered column choice; never shown. */
  readonly key: string;
  readonly header: string;
} & (
    | { readonly cell: (row: T) => ReactNode; readonly value?: (row: T) => CellValue }
    | { readonly cell?: never; readonly value: (row: T) => string | number | null }
  );

/** Renders a cell: by `cell`, or else its value. */
export const renderCell = <T>(column: Column<T>, row: T): ReactNode => (column.cell === undefined ? column.value(row) : column.cell(row));

/** The user's choice by column key. Columns without an entry use their defaults. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** `whereWide`: only in a wide window. */
type Shown = 'yes' | 'no' | 'whereWide';

/** Returns whether a column is shown: always if `fixed`, else by the user's choice, else by the column's default. */
export function getColumnVisibility(column: Column<never>, choice: ColumnChoice): Shown {
  if (column.fixed === true) return 'yes';
  const chosen = choice[column.key];
  if (chosen !== undefined) return chosen ? 'yes' : 'no';
  if (column.extra === true) return 'no';
  return column.wide === true ? 'whereWide' : 'yes';
}

/** Returns the columns visible in a window of this width. Exports contain these too. */
export const listShownColumns = <T>(columns: readonly Column<T>[], choice: ColumnChoice, wide: boolean): Column<T>[] =>
  columns.filter((column) => {
    const shown = getColumnVisibility(column, choice);
    return shown === 'yes' || (shown === 'whereWide' && wide);
  });

const collator = new Intl.Collator('zh-CN', { numeric: true });

function compare(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** Sorts rows in memory as the server would. Stable; rows without a value come last in both directions. */
export function sortRows<T>(rows: readonly T[], columns: readonly Column<T>[], sort: string | undefined): readonly T[] {
  const value = columns.find((column) => column.sort !== undefined && column.sort === sort?.replace(/^-/, ''))?.value;
  if (value === undefined) return rows;
  const sign = sort?.startsWith('-') === true ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    return left === null || right === null ? compare(left, right) : sign * compare(left, right);
  });
}
