import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../lib/cn.ts';
import { Checkbox } from './checkbox.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  /** The call's own name of the field to sort by. */
  readonly sort?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Tailwind width; without one the column takes what is left, but never less than a few words. */
  readonly width?: string;
  /** Left out where the window is narrow (under 1280 px). */
  readonly wide?: true;
}

export interface Selection<T> {
  readonly selected: ReadonlySet<number>;
  readonly onChange: (selected: ReadonlySet<number>) => void;
  readonly idOf: (row: T) => number;
  readonly nameOf: (row: T) => string;
}

interface DataTableProps<T> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => string | number;
  sort?: string | undefined;
  onSort?: (sort: string | undefined) => void;
  selection?: Selection<T>;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** Rows of skeleton while loading. */
  expected?: number;
  className?: string;
}

const wideOnly = 'hidden xl:table-cell print:table-cell';
const aligned = { left: 'text-left', right: 'text-right', center: 'text-center' };

function SortButton({
  header,
  sort,
  field,
  onSort,
}: {
  header: string;
  sort: string | undefined;
  field: string;
  onSort: (sort: string | undefined) => void;
}) {
  const { t } = useTranslation('ui');
  const direction = sort === field ? 'up' : sort === `-${field}` ? 'down' : 'none';
  // First click descending: newest and largest are what people look for.
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
      <Icon aria-hidden className={cn('size-3', direction === 'none' && 'opacity-50')} />
    </button>
  );
}

function ariaSort(sort: string | undefined, field: string | undefined): 'ascending' | 'descending' | undefined {
  if (field === undefined) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

/** A dense table (36 px rows): sorting and paging are the server's. */
export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selection,
  empty,
  expected = 8,
  className,
}: DataTableProps<T>) {
  const { t } = useTranslation('ui');
  const here = selection === undefined || rows === undefined ? [] : rows.map(selection.idOf);
  const chosenHere = here.filter((id) => selection?.selected.has(id));
  const all = here.length > 0 && chosenHere.length === here.length;
  const put = (ids: readonly number[], on: boolean) => {
    if (selection === undefined) return;
    const next = new Set(selection.selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    selection.onChange(next);
  };
  if (rows?.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div className={cn('scroll-slim relative w-full overflow-x-auto', className)}>
      <table className="num w-full border-collapse text-[13.5px]" aria-busy={rows === undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b">
            {selection !== undefined && (
              <th className="h-8 w-10 pl-3.5">
                <Checkbox
                  aria-label={t('selectAll')}
                  checked={all ? true : chosenHere.length > 0 ? 'indeterminate' : false}
                  onCheckedChange={(on) => put(here, on === true)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={ariaSort(sort, column.sort)}
                className={cn(
                  'h-8 px-2.5 text-[12.5px] font-medium whitespace-nowrap text-muted-foreground first:pl-3.5 last:pr-3.5',
                  aligned[column.align ?? 'left'],
                  column.width ?? 'min-w-52',
                  column.wide && wideOnly,
                )}
              >
                {column.sort !== undefined && onSort !== undefined ? (
                  <SortButton header={column.header} sort={sort} field={column.sort} onSort={onSort} />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: expected }, (_, at) => (
                <tr key={at} className="border-b last:border-b-0">
                  {selection !== undefined && <td className="pl-3.5" />}
                  {columns.map((column, index) => (
                    <td key={column.key} className={cn('h-9 px-2.5 first:pl-3.5 last:pr-3.5', column.wide && wideOnly)}>
                      <Skeleton className={cn('h-3.5', index === 0 ? 'w-3/4' : 'w-2/3', column.align === 'right' && 'ml-auto')} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={keyOf(row)} className="border-b last:border-b-0 hover:bg-muted/55">
                  {selection !== undefined && (
                    <td className="pl-3.5">
                      <Checkbox
                        aria-label={t('selectRow', { name: selection.nameOf(row) })}
                        checked={selection.selected.has(selection.idOf(row))}
                        onCheckedChange={(on) => put([selection.idOf(row)], on === true)}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      className={cn(
                        'h-9 max-w-0 truncate px-2.5 first:pl-3.5 last:pr-3.5',
                        aligned[column.align ?? 'left'],
                        column.wide && wideOnly,
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
