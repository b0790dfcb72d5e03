import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { CompactModeContext } from './table-memory.ts';
import { Skeleton } from '../primitives/skeleton.tsx';
import { type RowActionItem, RowActions } from './row-actions.tsx';
import { getColumnVisibility, type Column, type ColumnChoice, renderCell } from './columns.tsx';
import type { RowId, Selection } from './table-selection.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useIsPhone } from './use-wide.ts';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Checkbox } from '../primitives/checkbox.tsx';
import { Link } from 'react-router-dom';
import { flushSync } from 'react-dom';

export interface DataTableProps<T> {
  /** Describes the table's content to screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Rows of the table; undefined while they are loading. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => RowId;
  /** Returns the name of a row, for its checkbox and its actions. */
  nameOf?: ((row: T) => string) | undefined;
  sort?: string | undefined;
  onSort?: (sort: string | undefined) => void;
  selection?: Selection<T> | undefined;
  /** Returns the path or function for Enter on a row and for the column with `opens`. Undefined if the row cannot be opened. */
  open?: ((row: T) => string | (() => void) | undefined) | undefined;
  actions?: ((row: T) => readonly RowActionItem[]) | undefined;
  /** Number of actions shown in the row; the rest are in a menu. On a phone all actions are in the menu, unless there is only one. */
  inlineActions?: number;
  /** The user's column choice; defaults of the columns apply if it is missing. */
  choice?: ColumnChoice;
  /** Shown instead of rows if there are none. */
  empty?: ReactNode;
  /** Number of placeholder rows while loading. */
  expected?: number;
  /** True while the rows are outdated and newer ones are loading. */
  stale?: boolean;
  /** Class names; they set the height of the table. Without a height, the page scrolls instead of the table. */
  className?: string | undefined;
}

/** Above this number of rows, only the rows in view are rendered. */
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
  const shownColumns = columns.flatMap((column) => {
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
  const renderedRows =
    items === null
      ? (rows ?? []).map((row, at) => ({ row, at }))
      : items.flatMap(({ index }) => (rows?.[index] === undefined ? [] : [{ row: rows[index], at: index }]));
  const above = items?.[0]?.start ?? 0;
  const below = items === null ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = shownColumns.length + (selection === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);
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
          columns={shownColumns}
          sort={props.sort}
          onSort={props.onSort}
          withActions={actions !== undefined}
          ticked={
            selection && {
              some: tickedHere.length > 0,
              all: tickedHere.length > 0 && tickedHere.length === rows?.length,
              onChange: (on) => selection.setSelected(rows ?? [], on),
            }
          }
        />
        <tbody
          ref={keys.body}
          onKeyDown={keys.onKeyDown}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) keys.onBlur();
          }}
        >
          {rows === undefined &&
            Array.from({ length: expected }, (_, at) => (
              <tr key={at}>
                {selection !== undefined && <td className="border-b pl-3.5" />}
                {shownColumns.map((column, index) => (
                  <td key={column.key} className={cn('h-(--row) border-b', getCellClass(column))}>
                    <Skeleton className={cn('h-3.5', index === 0 ? 'w-3/4' : 'w-2/3', column.align === 'right' && 'ml-auto')} />
                  </td>
                ))}
                {actions !== undefined && <td className="border-b" />}
              </tr>
            ))}
          {above > 0 && <Gap height={above} width={width} />}
          {renderedRows.map(({ row, at }) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              at={at}
              columns={shownColumns}
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

type OnSort = (sort: string | undefined) => void;

interface TableHeadProps<T> {
  columns: readonly Column<T>[];
  sort: string | undefined;
  onSort: OnSort | undefined;
  /** Selection state of the rows shown; undefined if rows cannot be selected. */
  ticked: { readonly some: boolean; readonly all: boolean; readonly onChange: (on: boolean) => void } | undefined;
  withActions: boolean;
}

function SortButton({ header, sort, field, onSort }: { header: string; sort: string | undefined; field: string; onSort: OnSort }) {
  const { t } = useTranslation('ui');
  const direction = sort === field ? 'up' : sort === `-${field}` ? 'down' : 'none';
  // The first click sorts in descending order: people usually look for the newest or largest.
  const next = { none: `-${field}`, down: field, up: undefined }[direction];
  const Icon = { none: ChevronsUpDown, up: ArrowUp, down: ArrowDown }[direction];
  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      title={t('sortBy', { column: header })}
      className={cn(
        'inline-flex items-center gap-1 rounded-sm hover:text-foreground',
        direction !== 'none' && 'font-semibold text-foreground',
      )}
    >
      {header}
      <Icon aria-hidden className={cn('size-3 print:hidden', direction === 'none' && 'opacity-50')} />
    </button>
  );
}

function getAriaSort(sort: string | undefined, field: string | undefined): 'ascending' | 'descending' | undefined {
  if (field === undefined) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

const headCell = 'sticky top-0 z-1 h-8 bg-card shadow-[inset_0_-1px_var(--border)] print:static';

/** Renders the heading row, which stays in view while the rows scroll. */
function TableHead<T>({ columns, sort, onSort, ticked, withActions }: TableHeadProps<T>) {
  const { t } = useTranslation('ui');
  return (
    <thead>
      <tr>
        {ticked !== undefined && (
          <th className={cn(headCell, 'w-10 pl-3.5 print:hidden')}>
            <Checkbox
              aria-label={t('selectAll')}
              checked={ticked.all ? true : ticked.some ? 'indeterminate' : false}
              onCheckedChange={(on) => ticked.onChange(on === true)}
              className="block"
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={getAriaSort(sort, column.sort)}
            className={cn(
              headCell,
              getCellClass(column),
              'text-[12.5px] font-medium whitespace-nowrap text-muted-foreground',
              column.width ?? 'min-w-40 xl:min-w-52',
            )}
          >
            {column.sort !== undefined && onSort !== undefined ? (
              <SortButton header={column.header} sort={sort} field={column.sort} onSort={onSort} />
            ) : (
              column.header
            )}
          </th>
        ))}
        {withActions && (
          <th
            scope="col"
            className={cn(
              headCell,
              'right-0 z-2 w-px px-2.5 pr-3.5 text-right text-[12.5px] font-medium whitespace-nowrap text-muted-foreground print:hidden',
            )}
          >
            {t('rowActions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

interface TableRowProps<T> {
  row: T;
  at: number;
  columns: readonly (Column<T> & { whereWide: boolean })[];
  name: string;
  open: ((row: T) => string | (() => void) | undefined) | undefined;
  actions: ((row: T) => readonly RowActionItem[]) | undefined;
  inlineActions: number;
  /** Whether the row is selected; undefined if rows cannot be selected. */
  ticked: boolean | undefined;
  /** Selects the row (`on`) or clears its selection. `range`: also all rows between this row and the one selected last. */
  onTick: (on: boolean, range: boolean) => void;
  /** True for the row in the Tab order. Undefined if rows are not navigated by keyboard. */
  focusable: boolean | undefined;
  onFocus: (row: HTMLTableRowElement) => void;
  /** Position of the row for screen readers, if not all rows are rendered. */
  rowIndex?: number;
}

/** Takes the controls of all rows but one out of the Tab order; arrow keys reach the other rows. */
const getTabProps = (focusable: boolean | undefined) => (focusable === false ? { tabIndex: -1 } : {});

const openerLook =
  'block w-full truncate rounded-sm text-left font-medium hover:text-primary max-sm:whitespace-normal print:whitespace-normal [&_p]:inline';

/** Lifts the width limit of a cell with chips, so that no chip is cut. A long text in the same cell is cut instead. */
const chipCell = 'has-[[data-chip]]:max-w-none [&_.truncate]:max-w-48';

function Opener({ to, stop, children }: { to: string | (() => void) | undefined; stop: { tabIndex?: number }; children: ReactNode }) {
  if (to === undefined) return children;
  return typeof to === 'string' ? (
    <Link to={to} className={openerLook} {...stop}>
      {children}
    </Link>
  ) : (
    <button type="button" onClick={to} className={openerLook} {...stop}>
      {children}
    </button>
  );
}

function TableRow<T>({ row, columns, name, open, actions, ticked, onTick, ...rest }: TableRowProps<T>) {
  const { t } = useTranslation('ui');
  return (
    <tr
      data-at={rest.at}
      aria-rowindex={rest.rowIndex}
      tabIndex={rest.focusable === undefined ? undefined : rest.focusable ? 0 : -1}
      onFocus={(event) => rest.onFocus(event.currentTarget)}
      className={cn(
        'bg-(--here) outline-none [--here:var(--card)] hover:[--here:color-mix(in_oklab,var(--muted)_55%,var(--card))] focus-visible:[--here:var(--accent)] focus-visible:[&>td:first-child]:shadow-[inset_3px_0_var(--ring)] [&>td]:border-b last:[&>td]:border-b-0',
        ticked === true && '[--here:color-mix(in_oklab,var(--primary-soft)_60%,var(--card))] hover:[--here:var(--primary-soft)]',
      )}
    >
      {ticked !== undefined && (
        <td className="pl-3.5 print:hidden">
          <Checkbox
            {...getTabProps(rest.focusable)}
            aria-label={t('selectRow', { name })}
            checked={ticked}
            onClick={(event) => {
              // Prevent the browser's default, because a click with Shift selects a range of rows.
              event.preventDefault();
              onTick(!ticked, event.shiftKey);
            }}
            className="block"
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={cn(
            'h-9 truncate print:overflow-visible print:whitespace-normal print:[overflow-wrap:anywhere]',
            column.fixed === true && 'max-sm:whitespace-normal',
            getColumnWidthClass(column),
            getCellClass(column),
            column.opens !== true && chipCell,
          )}
        >
          {column.opens === true && open !== undefined ? (
            <>
              <Opener to={open(row)} stop={getTabProps(rest.focusable)}>
                {renderCell(column, row)}
              </Opener>
              {column.sideContent?.(row)}
            </>
          ) : (
            renderCell(column, row)
          )}
        </td>
      ))}
      {actions !== undefined && (
        // Sticky, so that the actions stay in view in a narrow window.
        <td className="sticky right-0 h-(--row) bg-(--here) px-2.5 pr-3.5 text-right whitespace-nowrap print:hidden">
          <RowActions actions={actions(row)} name={name} inline={rest.inlineActions} stop={getTabProps(rest.focusable)} />
        </td>
      )}
    </tr>
  );
}

const aligned = { left: 'text-left', right: 'text-right', center: 'text-center' };

/**
 * Returns the class that limits a column's width. If the columns need more space than available, those without a width shrink first. Dates, chips
 * and numbers are never cut; a long name in a column with a width may be. The column that identifies the row always fits a name.
 */
const getColumnWidthClass = ({ width, fixed }: Pick<Column<never>, 'width' | 'fixed'>): string =>
  cn(width === undefined ? 'max-w-0' : 'max-w-48', fixed === true && 'min-w-24');

/** Returns the classes shared by a column's heading, cells and skeletons. The table sets `whereWide` by the user's choice. */
const getCellClass = (column: Pick<Column<never>, 'align' | 'only'> & { readonly whereWide?: boolean }): string =>
  cn(
    'px-2.5 first:pl-3.5 last:pr-3.5',
    aligned[column.align ?? 'left'],
    column.only === 'screen' && 'print:hidden',
    column.only === 'paper' && 'hidden print:table-cell',
    column.whereWide === true && 'hidden xl:table-cell print:table-cell',
  );

/** Returns true while the page is laid out for paper. Virtualized lists must then render all rows. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Flush synchronously: the browser prints the page as it is when the event handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
