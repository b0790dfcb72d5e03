import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

/** Prints what it holds and nothing of the page behind it, once it is there; `onDone` when the browser's dialog has closed. */
export function PrintAlone({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  // Whatever callback there is by then: another one is no reason to print again.
  const done = useEffectEvent(() => onDone());
  useEffect(() => {
    const closed = () => done();
    window.addEventListener('afterprint', closed);
    // The page's own paint first: a dialog of the browser stops everything else.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', closed);
    };
  }, []);
  return createPortal(<div className="print-alone">{children}</div>, document.body);
}
