import { useLayoutEffect, useRef } from 'react';

/** The last focused element outside of menus and listboxes, which are gone by the time a dialog opened from them closes. */
let last: HTMLElement | null = null;
const passing = '[role=menu],[role=listbox],[data-radix-focus-guard]';

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(passing) === null) last = target;
  });

/** Returns the element that gets the focus if the previous one is gone: the table row that the Tab key reaches, or else the page's content. */
const findFallback = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main tr[tabindex="0"]') ?? document.querySelector('main');

/**
 * Returns the focus to the element that had it before a dialog opened, even if a menu item opened the dialog. If that element is gone, a table row
 * or the page gets the focus. The caller passes the returned function to the dialog as `onCloseAutoFocus`.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  // A layout effect, because the dialog takes the focus in a later effect.
  useLayoutEffect(() => {
    if (open) opener.current = last;
  }, [open]);
  return (event) => {
    event.preventDefault();
    // Leave the focus if other code has already set it: on a new row, or in the next dialog.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const to = opener.current;
    (to?.isConnected === true ? to : findFallback())?.focus({ preventScroll: true });
  };
}
