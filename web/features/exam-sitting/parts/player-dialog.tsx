import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';

interface PlayerDialogProps {
  /** Ids of its heading and, where there is one, of what explains it. */
  labelledBy: string;
  describedBy?: string;
  /** Esc, or a click beside it. Left out: it stays until what it says is over. */
  onClose?: (() => void) | undefined;
  alert?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, open for as long as it is drawn. What lies behind is out of reach for mouse, keyboard and screen
 * reader, and the focus goes back where it was, without a line of ours; the exam page has no room for a library that does the same.
 */
export function PlayerDialog({ labelledBy, describedBy, onClose, alert = false, className, children }: PlayerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event) => {
      event.preventDefault();
      onClose?.();
    };
    // The second Esc in a row closes it whatever the first was answered.
    const stay = () => {
      if (element?.isConnected && !element.open) element.showModal();
    };
    // A text that is marked may end beside it: what counts is where the button went down.
    let pressed: EventTarget | null = null;
    const press = (event: MouseEvent) => {
      pressed = event.target;
    };
    const beside = (event: MouseEvent) => {
      if (event.target === element && pressed === element) onClose?.();
    };
    element?.addEventListener('cancel', cancel);
    element?.addEventListener('close', stay);
    element?.addEventListener('mousedown', press);
    element?.addEventListener('click', beside);
    return () => {
      element?.removeEventListener('cancel', cancel);
      element?.removeEventListener('close', stay);
      element?.removeEventListener('mousedown', press);
      element?.removeEventListener('click', beside);
    };
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={cn('m-auto max-h-none max-w-none flex-col bg-card p-0 text-card-foreground outline-none open:flex', className)}
    >
      {children}
    </dialog>
  );
}
