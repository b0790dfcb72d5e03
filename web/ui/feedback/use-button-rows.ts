import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const listControls = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('button, a[href], input')];
const isDisabled = (control: HTMLElement): boolean => control.matches(':disabled');

/**
 * Provides keyboard navigation for a long list whose rows contain buttons. The list is one Tab stop: the row last used. Up and down move to the
 * same button of the next row, Home and End to the first and last row. If a row disappears or is replaced, the row in its place gets the focus.
 */
export function useButtonRows() {
  const list = useRef<HTMLOListElement>(null);
  const place = useRef({ row: 0, column: 0 });
  const focusedControl = useRef<HTMLElement | null>(null);
  const listRows = (): Element[] => [...(list.current?.children ?? [])];

  const settle = () => {
    const rowElements = listRows();
    const tabStopRow = Math.min(place.current.row, rowElements.length - 1);
    for (const [at, row] of rowElements.entries())
      for (const control of listControls(row)) {
        const tabIndex = at === tabStopRow ? 0 : -1;
        if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
      }
  };
  const focusOn = (row: number, column: number) => {
    const rowElements = listRows();
    const controls = listControls(rowElements[Math.max(0, Math.min(row, rowElements.length - 1))] ?? document.body);
    const control = controls[Math.min(column, controls.length - 1)];
    (control && !isDisabled(control) ? control : controls.find((other) => !isDisabled(other)))?.focus();
  };
  useEffect(() => {
    settle();
    const isLost = focusedControl.current !== null && !focusedControl.current.isConnected && document.activeElement === document.body;
    if (isLost) focusOn(place.current.row, place.current.column);
  });

  return {
    ref: list,
    onFocus: (event: FocusEvent) => {
      const row = listRows().findIndex((one) => one.contains(event.target));
      const column = row < 0 ? -1 : listControls(listRows()[row] as Element).indexOf(event.target as HTMLElement);
      if (column < 0) return;
      place.current = { row, column };
      focusedControl.current = event.target as HTMLElement;
      settle();
    },
    onBlur: (event: FocusEvent) => {
      // If the focused element was removed together with its row, do not forget it: the effect above then moves the focus.
      if ((event.target as HTMLElement).isConnected && event.relatedTarget !== null) focusedControl.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
      const { row, column } = place.current;
      const to = { ArrowUp: row - 1, ArrowDown: row + 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      focusOn(to, column);
    },
  };
}
