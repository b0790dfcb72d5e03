import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { Checkbox } from '../primitives/checkbox.tsx';
import { RowActions, type RowActionItem } from './row-actions.tsx';
import { renderCell, type Column } from './table-columns.ts';
import { getCellClass, getColumnWidthClass } from './table-look.ts';

interface TableRowProps<T> {
  row: T;
  at: number;
  columns: readonly (Column<T> & { whereWide: boolean })[];
  name: string;
  open: ((row: T) => string | (() => void) | undefined) | undefined;
  actions: ((row: T) => readonly RowActionItem[]) | undefined;
  inlineActions: number;
  /** Undefined if rows cannot be selected. */
  ticked: boolean | undefined;
  /** `range`: all rows from the one selected last to this one. */
  onTick: (on: boolean, range: boolean) => void;
  /** True for the row in the Tab order. Undefined if rows are not navigated by keyboard. */
  focusable: boolean | undefined;
  onFocus: (row: HTMLTableRowElement) => void;
  /** Position for screen readers, if not all rows are rendered. */
  rowIndex?: number;
}

/** Takes the controls of all rows but one out of the Tab order; arrow keys reach the other rows. */
const outOf = (focusable: boolean | undefined) => (focusable === false ? { tabIndex: -1 } : {});

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

export function TableRow<T>({ row, columns, name, open, actions, ticked, onTick, ...rest }: TableRowProps<T>) {
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
            {...outOf(rest.focusable)}
            aria-label={t('selectRow', { name })}
            checked={ticked}
            onClick={(event) => {
              // Prevent the default, because with Shift a click selects a range.
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
              <Opener to={open(row)} stop={outOf(rest.focusable)}>
                {renderCell(column, row)}
              </Opener>
              {column.beside?.(row)}
            </>
          ) : (
            renderCell(column, row)
          )}
        </td>
      ))}
      {actions !== undefined && (
        // Sticky, so that the actions stay in view in a narrow window.
        <td className="sticky right-0 h-(--row) bg-(--here) px-2.5 pr-3.5 text-right whitespace-nowrap print:hidden">
          <RowActions actions={actions(row)} name={name} inline={rest.inlineActions} stop={outOf(rest.focusable)} />
        </td>
      )}
    </tr>
  );
}
