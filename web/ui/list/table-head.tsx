import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { Checkbox } from '../primitives/checkbox.tsx';
import type { Column } from './table-columns.ts';
import { getCellClass } from './table-look.ts';

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

function ariaSort(sort: string | undefined, field: string | undefined): 'ascending' | 'descending' | undefined {
  if (field === undefined) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

const headCell = 'sticky top-0 z-1 h-8 bg-card shadow-[inset_0_-1px_var(--border)] print:static';

/** Renders the heading row, which stays in view while the rows scroll. */
export function TableHead<T>({ columns, sort, onSort, ticked, withActions }: TableHeadProps<T>) {
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
            aria-sort={ariaSort(sort, column.sort)}
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
