import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';

interface PlayerDialogProps {
  /** Ids of the heading and of the describing text, if any. */
  labelledBy: string;
  describedBy?: string;
  /** Called on Esc or a click on the backdrop. Without it, the dialog stays until it is unmounted. */
  onClose?: (() => void) | undefined;
  alert?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Shows a native modal dialog while it is mounted. The browser makes the background inert and restores the focus, so the exam page needs no
 * dialog library.
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
    // Browsers close the dialog on the second Esc in a row even if `cancel` is prevented, so reopen it.
    const stay = () => {
      if (element?.isConnected && !element.open) element.showModal();
    };
    // Dragging to select text may end on the backdrop, so check where the mouse button was pressed.
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
