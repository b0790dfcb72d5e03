import * as Base from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Strip } from './strip.tsx';
import { useFocusReturn } from './focus-return.ts';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Explains the action in plain words: its effect, the data that will be lost, and whether it can be undone. */
  children: ReactNode;
  cancel: string;
  confirm: string;
  onConfirm: () => void;
  /** Use `seal` if the action cannot be undone. */
  tone?: NonNullable<ButtonProps['variant']>;
  busy?: boolean;
  /** Failure of the action. The dialog shows it, so the action's call should be quiet. */
  error?: Error | null;
  className?: string;
}

/** Asks before an action that cannot be undone. Stays open while `busy`; the caller closes it when done. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  children,
  cancel,
  confirm,
  onConfirm,
  tone = 'primary',
  busy = false,
  error = null,
  className,
}: AlertDialogProps) {
  const bringBack = useFocusReturn(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Base.Portal>
        <Base.Overlay className="fixed inset-0 z-50 bg-[oklch(0.2_0.02_262/.42)]" />
        <Base.Content
          onCloseAutoFocus={bringBack}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-xl border bg-card p-5 text-card-foreground shadow-pop outline-none',
            className,
          )}
        >
          <Base.Title className="text-base font-semibold">{title}</Base.Title>
          <Base.Description asChild>
            <div className="mt-2 text-sm leading-relaxed text-muted-foreground">{children}</div>
          </Base.Description>
          {error !== null && (
            <div role="alert" className="mt-3">
              <Strip tone="seal">{error.message}</Strip>
            </div>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Base.Cancel asChild>
              <Button disabled={busy}>{cancel}</Button>
            </Base.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
