import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** Prints what it holds and nothing of the page behind it, once it is there; `onDone` when the browser's dialog has closed. */
export function PrintAlone({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    // The page's own paint first: a dialog of the browser stops everything else.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return createPortal(<div className="print-alone">{children}</div>, document.body);
}
