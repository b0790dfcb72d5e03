import type { ReactNode } from 'react';
import { formatClock, formatDate, formatDateTime, formatTime } from '../../lib/format-time.ts';
import type { CellValue } from '../spreadsheet/sheet-cells.ts';

/**
 * How a moment is written, in the school's zone. `day`: "2026-11-28", with the time in a tooltip. `minute`: "2026-11-28 09:30". `second`: "2026-11-28
 * 09:30:05". `time`: "09:30".
 */
const timeStyles = {
  day: formatDate,
  minute: formatDateTime,
  second: (ms: number) => `${formatDate(ms)} ${formatClock(ms)}`,
  time: formatTime,
} as const;

interface DateColumnLook<T> extends ColumnLook<T> {
  readonly style?: keyof typeof timeStyles;
  /** Text for a row that has no such moment. */
  readonly none?: string;
  /** Shows the text in the colour of secondary information. */
  readonly muted?: true;
}

/** Makes a column of moments. `getMs` returns epoch milliseconds, or null if there was no such moment. Exports contain dates. */
export function dateColumn<T>(
  key: string,
  header: string,
  getMs: (row: T) => number | null,
  { style = 'minute', none = '', muted, ...look }: DateColumnLook<T> = {},
): Column<T> {
  const show = (row: T): string => {
    const ms = getMs(row);
    return ms === null ? none : timeStyles[style](ms);
  };
  return {
    key,
    header,
    width: 'w-36',
    ...look,
    cell: (row) => {
      const text = muted === true ? <Muted>{show(row)}</Muted> : show(row);
      const ms = getMs(row);
      return style === 'day' && ms !== null ? <span title={formatDateTime(ms)}>{text}</span> : text;
    },
    value: (row) => {
      const ms = getMs(row);
      return ms === null ? null : new Date(ms);
    },
  };
}

/** Makes a column of secondary text, in a lighter colour. */
export const mutedColumn = <T,>(key: string, header: string, getText: (row: T) => string, look: ColumnLook<T> = {}): Column<T> => ({
  key,
  header,
  ...look,
  cell: (row) => <Muted>{getText(row)}</Muted>,
  value: getText,
});

const Muted = ({ children }: { children: ReactNode }) => <span className="text-muted-foreground">{children}</span>;

interface NameColumnLook<T> extends ColumnLook<T> {
  /** Shows the names emphasised, in a list whose rows cannot be opened. */
  readonly strong?: true;
}

/** Makes the column of the names that identify the rows: always shown, and sorted by `name`. */
export const nameColumn = <T,>(header: string, getName: (row: T) => string, { strong, ...look }: NameColumnLook<T> = {}): Column<T> => ({
  key: 'name',
  header,
  sort: 'name',
  fixed: true,
  ...look,
  ...(strong && { cell: (row: T) => <span className="font-medium">{getName(row)}</span> }),
  value: getName,
});

/** Makes a column of numbers, on the right, so that their digits stand below each other. */
export const numberColumn = <T,>(
  key: string,
  header: string,
  getNumber: (row: T) => number | string | null,
  look: ColumnLook<T> = {},
): Column<T> => ({ key, header, align: 'right', ...look, value: getNumber });

/** Makes a column of statuses. `show` renders the chip; `getText` names the status in exports and when rows are sorted. */
export const statusColumn = <T,>(
  key: string,
  header: string,
  show: (row: T) => ReactNode,
  getText: (row: T) => CellValue,
  look: ColumnLook<T> = {},
): Column<T> => ({ key, header, ...look, cell: show, value: getText });

/** How a column looks and behaves, apart from its content. */
export interface ColumnLook<T> {
  /** Name of the column's field in the `sort` of the list call. */
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
  /** Content next to the link that opens the row; screen readers do not read it as part of the link's name. */
  readonly sideContent?: (row: T) => ReactNode;
}

/**
 * A column defines how a cell looks (`cell`), its value (`value`), or both. Without `cell` the value is shown; without `value` the column is
 * not exported.
 */
export type Column<T> = ColumnLook<T> & {
  /** Identifies the column in the user's remembered column choice; never shown. */
  readonly key: string;
  readonly header: string;
} & (
    | { readonly cell: (row: T) => ReactNode; readonly value?: (row: T) => CellValue }
    | { readonly cell?: never; readonly value: (row: T) => string | number | null }
  );

/** Renders a cell: by `cell`, or else its value. */
export const renderCell = <T,>(column: Column<T>, row: T): ReactNode => (column.cell === undefined ? column.value(row) : column.cell(row));

/** The user's choice by column key. Columns without an entry use their defaults. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** `whereWide`: shown only in a wide window. */
type Visibility = 'yes' | 'no' | 'whereWide';

/** Returns whether a column is shown: always if `fixed`, else by the user's choice, else by the column's default. */
export function getColumnVisibility(column: Column<never>, choice: ColumnChoice): Visibility {
  if (column.fixed === true) return 'yes';
  const chosen = choice[column.key];
  if (chosen !== undefined) return chosen ? 'yes' : 'no';
  if (column.extra === true) return 'no';
  return column.wide === true ? 'whereWide' : 'yes';
}

/** Returns the columns that are visible in a window of this width. The same columns are exported. */
export const listShownColumns = <T,>(columns: readonly Column<T>[], choice: ColumnChoice, wide: boolean): Column<T>[] =>
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
