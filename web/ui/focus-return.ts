import { useRef } from 'react';

/** What had the focus last; menus and lists that close with the choice are passed over: by then they are gone. */
let last: HTMLElement | null = null;
const passing = '[role=menu],[role=listbox],[data-radix-focus-guard]';

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(passing) === null) last = target;
  });

/** The row that Tab comes to, or the page: where the keyboard goes on when what had the focus is gone. */
const nearby = (): HTMLElement | null => document.querySelector<HTMLElement>('main tr[tabindex="0"]') ?? document.querySelector('main');

/**
 * Brings the focus back to where it was when a dialog opened, also where a menu's item opened it, or where it went with its row.
 * For `onCloseAutoFocus`.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    if (open) opener.current = last;
  }
  return (event) => {
    event.preventDefault();
    // Somebody has put it where it belongs already: on a new line, in the next dialog.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const to = opener.current;
    (to?.isConnected === true ? to : nearby())?.focus({ preventScroll: true });
  };
}
