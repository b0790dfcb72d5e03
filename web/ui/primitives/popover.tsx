import * as Base from 'radix-ui/popover';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element that opens the popover: a single button. */
  trigger?: ReactNode;
  /** Element next to which the popover is shown, if it is not the trigger (for example a field). */
  anchor?: ReactNode;
  children: ReactNode;
  label: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  onOpenAutoFocus?: ComponentProps<typeof Base.Content>['onOpenAutoFocus'];
}

/** Renders a small surface next to its trigger; Escape and a click outside close it. */
export function Popover({ open, onOpenChange, trigger, anchor, children, label, align = 'start', className, ...rest }: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {anchor !== undefined && <Base.Anchor asChild>{anchor}</Base.Anchor>}
      {trigger !== undefined && <Base.Trigger asChild>{trigger}</Base.Trigger>}
      <Base.Portal>
        <Base.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={cn('z-50 rounded-lg border bg-popover p-3 text-popover-foreground shadow-pop outline-none', className)}
          {...rest}
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
