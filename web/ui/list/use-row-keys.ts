import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Selection } from './table-selection.ts';

interface RowKeysOptions<T> {
  rows: readonly T[];
  open: ((row: T) => string | (() => void) | undefined) | undefined;
  selection: Selection<T> | undefined;
  /** Scrolls to a row that may not be rendered yet; undefined if all rows are rendered. */
  bringIntoView: ((at: number) => void) | undefined;
}

export interface RowKeys {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Index of the row that is in the Tab order. */
  readonly active: number;
  /** Called when a row, or an element in it, gets the focus. */
  readonly hold: (at: number, row: Element) => void;
  /** Called when the focus leaves the rows. */
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>) => void;
  readonly tick: (at: number, on: boolean, range: boolean) => void;
  /** False if rows can be neither opened nor selected; the rows are then not in the Tab order. */
  readonly walkable: boolean;
}

/** Returns the row that a key moves to from row `at` of `count`; undefined for other keys. */
export function getNextRow(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/**
 * Provides keyboard navigation for table rows. One row is in the Tab order; arrows, Home and End move, Space selects (with Shift a range), Enter
 * opens.
 */
export function useRowKeys<T>({ rows, open, selection, bringIntoView }: RowKeysOptions<T>): RowKeys {
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setActive] = useState(0);
  const active = Math.max(0, Math.min(at, rows.length - 1));
  const lastTicked = useRef(0);

  const focus = (next: number) => {
    setActive(next);
    const findRow = () => body.current?.querySelector<HTMLElement>(`tr[data-at="${next}"]`);
    if (bringIntoView !== undefined) bringIntoView(next);
    const rowElement = findRow();
    if (rowElement) rowElement.focus();
    else requestAnimationFrame(() => findRow()?.focus());
  };
  // If the focused row was deleted or moved to another page, focus the row that is now in its place.
  const focusedRow = useRef<Element | null>(null);
  useEffect(() => {
    if (focusedRow.current === null || document.activeElement !== document.body) return;
    if (rows.length === 0 || focusedRow.current.isConnected) return;
    focusedRow.current = null;
    body.current?.querySelector<HTMLElement>(`tr[data-at="${active}"]`)?.focus({ preventScroll: true });
  }, [rows, active]);
  const hold = (at: number, row: Element) => {
    setActive(at);
    focusedRow.current = row;
  };
  const tick = (next: number, on: boolean, range: boolean) => {
    const [from, to] = range ? [Math.min(lastTicked.current, next), Math.max(lastTicked.current, next)] : [next, next];
    selection?.setSelected(rows.slice(from, to + 1), on);
    lastTicked.current = next;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    // Ignore events of a row's open menu: they bubble through React to here, although the menu is elsewhere in the document.
    if (event.altKey || event.ctrlKey || event.metaKey || body.current?.contains(event.target as Node) !== true) return undefined;
    const next = getNextRow(event.key, active, rows.length);
    if (next !== undefined) {
      event.preventDefault();
      return focus(next);
    }
    // Inside a row, Space and Enter belong to the focused element: a link, a checkbox.
    const row = rows[active];
    if (row === undefined || !(event.target instanceof HTMLTableRowElement)) return undefined;
    if (event.key === ' ' && selection !== undefined) {
      event.preventDefault();
      tick(active, event.target.querySelector('[role=checkbox]')?.getAttribute('aria-checked') !== 'true', event.shiftKey);
    }
    if (event.key === 'Enter' && open !== undefined) {
      event.preventDefault();
      const to = open(row);
      if (typeof to === 'string') void navigate(to);
      else to?.();
    }
    return undefined;
  };
  const letGo = () => {
    focusedRow.current = null;
  };
  return { body, active, hold, onBlur: letGo, onKeyDown, tick, walkable: open !== undefined || selection !== undefined };
}
