import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { cn } from '../../lib/cn.ts';
import { CompactModeContext } from './density.ts';
import { Skeleton } from '../primitives/skeleton.tsx';
import type { RowActionItem } from './row-actions.tsx';
import { getColumnVisibility, type Column, type ColumnChoice } from './table-columns.ts';
import { TableHead } from './table-head.tsx';
import { getCellClass } from './table-look.ts';
import { TableRow } from './table-row.tsx';
import type { RowId, Selection } from './table-selection.ts';
import { usePrinting } from '../print/use-printing.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useIsPhone } from './use-wide.ts';

export interface DataTableProps<T> {
  /** Describes the table's content to screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => RowId;
  /** Returns the name of a row, for its checkbox and its actions. */
  nameOf?: ((row: T) => string) | undefined;
  sort?: string | undefined;
  onSort?: (sort: string | undefined) => void;
  selection?: Selection<T> | undefined;
  /** Path or function for Enter on a row and for the column with `opens`. Undefined: this row cannot be opened. */
  open?: ((row: T) => string | (() => void) | undefined) | undefined;
  actions?: ((row: T) => readonly RowActionItem[]) | undefined;
  /** Number of actions shown in the row; the rest are in a menu. On a phone all are, unless there is only one. */
  inlineActions?: number;
  /** The user's column choice; defaults of the columns apply if it is missing. */
  choice?: ColumnChoice;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** Number of skeleton rows while loading. */
  expected?: number;
  /** The rows are outdated and newer ones are loading. */
  stale?: boolean;
  /** Sets the height. Without a height, the page scrolls instead of the table. */
  className?: string | undefined;
}

/** Number of rows above which only those in view are rendered. */
const drawnWhole = 200;
const [rowPx, miniRowPx] = [37, 31];

/**
 * Renders only the table: dense (36 px rows), sticky heading, arrows move between rows, Space selects, Enter opens. The server sorts and pages.
 * Pages with a list use `DataList`, which adds search, filters, columns, export and paging.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, keyOf, selection, choice = {}, expected = 8, actions, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const inlineActions = useIsPhone() ? 0 : (props.inlineActions ?? 2);
  const shown = columns.flatMap((column) => {
    const state = getColumnVisibility(column, choice);
    return state === 'no' ? [] : [{ ...column, whereWide: state === 'whereWide' }];
  });
  const virtual = rows !== undefined && rows.length > drawnWhole && !printing;
  const mini = useContext(CompactModeContext);
  // oxlint-disable-next-line react/incompatible-library -- no component is compiled, so the compiler memoizes nothing here
  const virtualizer = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (mini ? miniRowPx : rowPx),
    overscan: 16,
    enabled: virtual,
  });
  useEffect(() => virtualizer.measure(), [mini, virtualizer]);
  const keys = useRowKeys({
    rows: rows ?? [],
    open: props.open,
    selection,
    bringIntoView: virtual ? (at) => virtualizer.scrollToIndex(at) : undefined,
  });
  if (rows?.length === 0 && empty !== undefined) return <>{empty}</>;

  const tickedHere = selection === undefined ? [] : (rows ?? []).filter((row) => selection.ids.has(keyOf(row)));
  const items = virtual ? virtualizer.getVirtualItems() : null;
  const drawn =
    items === null
      ? (rows ?? []).map((row, at) => ({ row, at }))
      : items.flatMap(({ index }) => (rows?.[index] === undefined ? [] : [{ row: rows[index], at: index }]));
  const above = items?.[0]?.start ?? 0;
  const below = items === null ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = shown.length + (selection === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);
  return (
    <div
      ref={scroller}
      className={cn('scroll-slim relative w-full grow overflow-auto print:max-h-none print:overflow-visible', props.className)}
    >
      <table
        className={cn('num w-full border-separate border-spacing-0 text-[13.5px] transition-opacity', props.stale === true && 'opacity-60')}
        aria-busy={rows === undefined || props.stale === true}
        aria-rowcount={virtual ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead
          columns={shown}
          sort={props.sort}
          onSort={props.onSort}
          withActions={actions !== undefined}
          ticked={
            selection && {
              some: tickedHere.length > 0,
              all: tickedHere.length > 0 && tickedHere.length === rows?.length,
              onChange: (on) => selection.put(rows ?? [], on),
            }
          }
        />
        <tbody
          ref={keys.body}
          onKeyDown={keys.onKeyDown}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) keys.letGo();
          }}
        >
          {rows === undefined &&
            Array.from({ length: expected }, (_, at) => (
              <tr key={at}>
                {selection !== undefined && <td className="border-b pl-3.5" />}
                {shown.map((column, index) => (
                  <td key={column.key} className={cn('h-(--row) border-b', getCellClass(column))}>
                    <Skeleton className={cn('h-3.5', index === 0 ? 'w-3/4' : 'w-2/3', column.align === 'right' && 'ml-auto')} />
                  </td>
                ))}
                {actions !== undefined && <td className="border-b" />}
              </tr>
            ))}
          {above > 0 && <Gap height={above} width={width} />}
          {drawn.map(({ row, at }) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              at={at}
              columns={shown}
              name={props.nameOf?.(row) ?? ''}
              open={props.open}
              actions={actions}
              inlineActions={inlineActions}
              ticked={selection === undefined ? undefined : selection.ids.has(keyOf(row))}
              onTick={(on, range) => keys.tick(at, on, range)}
              focusable={keys.walkable ? at === keys.active : undefined}
              onFocus={(row) => keys.hold(at, row)}
              {...(virtual ? { rowIndex: at + 2 } : {})}
            />
          ))}
          {below > 0 && <Gap height={below} width={width} />}
        </tbody>
      </table>
    </div>
  );
}

/** Renders a placeholder for the rows that are not rendered. */
const Gap = ({ height, width }: { height: number; width: number }) => (
  <tr aria-hidden>
    <td colSpan={width} style={{ height, padding: 0 }} />
  </tr>
);
