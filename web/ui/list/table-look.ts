import { cn } from '../../lib/cn.ts';
import type { Column } from './table-columns.ts';

const aligned = { left: 'text-left', right: 'text-right', center: 'text-center' };

/**
 * Returns the class that limits a column's width. If the columns need more space than available, those without a width shrink first. Dates, chips
 * and numbers are never cut; a long name in a column with a width may be. The column that identifies the row always fits a name.
 */
export const getColumnWidthClass = ({ width, fixed }: Pick<Column<never>, 'width' | 'fixed'>): string =>
  cn(width === undefined ? 'max-w-0' : 'max-w-48', fixed === true && 'min-w-24');

/** Returns the classes shared by a column's heading, cells and skeletons. The table sets `whereWide` by the user's choice. */
export const getCellClass = (column: Pick<Column<never>, 'align' | 'only'> & { readonly whereWide?: boolean }): string =>
  cn(
    'px-2.5 first:pl-3.5 last:pr-3.5',
    aligned[column.align ?? 'left'],
    column.only === 'screen' && 'print:hidden',
    column.only === 'paper' && 'hidden print:table-cell',
    column.whereWide === true && 'hidden xl:table-cell print:table-cell',
  );
