import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

/** Prints its children without the page behind, once they are rendered. Calls `onDone` when the browser's dialog has closed. */
export function PrintOnly({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  // Uses the latest callback; a new callback is no reason to print again.
  const done = useEffectEvent(() => onDone());
  useEffect(() => {
    const closed = () => done();
    window.addEventListener('afterprint', closed);
    // Paint first: the print dialog blocks the page.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', closed);
    };
  }, []);
  return createPortal(<div className="print-alone">{children}</div>, document.body);
}
