import type { ReactNode } from 'react';
import { formatClock, formatDate, formatDateTime, formatTime } from '../../lib/format-time.ts';
import type { CellValue, Column, ColumnLook } from './table-columns.ts';

/** How a moment is written, in the school's zone; `day` shows the minute under the pointer: "2026-11-28", "2026-11-28 09:30", "2026-11-28 09:30:05" or "09:30". */
const timeStyles = {
  day: formatDate,
  minute: formatDateTime,
  second: (ms: number) => `${formatDate(ms)} ${formatClock(ms)}`,
  time: formatTime,
} as const;

interface DateColumnLook<T> extends ColumnLook<T> {
  readonly style?: keyof typeof timeStyles;
  /** Shown for null. */
  readonly none?: string;
  /** In the colour of secondary information. */
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
  /** Emphasised, in a list whose rows cannot be opened. */
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
