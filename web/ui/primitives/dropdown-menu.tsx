import * as Base from 'radix-ui/dropdown-menu';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { useOpenState } from './use-open-state.ts';

interface DropdownMenuProps {
  /** The element that opens the menu: a single button. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}

/**
 * Renders a button with a menu. The page behind the menu stays usable, because blocking it would make the browser restyle the whole page at each
 * opening.
 */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const [open, change] = useOpenState();
  return (
    <Base.Root modal={false} open={open} onOpenChange={change}>
      <Base.Trigger asChild>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          align={align}
          sideOffset={6}
          className="z-50 min-w-44 rounded-lg border bg-popover p-1 text-popover-foreground shadow-pop"
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

const itemLook =
  'flex h-8 items-center gap-2 rounded-md px-2.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground [&_svg]:size-4 [&_svg]:text-muted-foreground';

export function MenuItem({ className, ...rest }: ComponentProps<typeof Base.Item>) {
  return <Base.Item className={cn(itemLook, className)} {...rest} />;
}

interface MenuChoiceProps {
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: ReactNode }[];
  label: ReactNode;
}

/** Renders radio items inside a menu. The menu stays open, so that the user sees the change. */
export function MenuChoice({ value, onChange, choices, label }: MenuChoiceProps) {
  return (
    <Base.Group>
      <Base.Label className="px-2.5 pt-1.5 pb-1 text-xs text-muted-foreground">{label}</Base.Label>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            onSelect={(event) => event.preventDefault()}
            className={cn(itemLook, 'pl-7 relative')}
          >
            <Base.ItemIndicator className="absolute left-2.5 size-2 rounded-full bg-primary" />
            {choice.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-border" />;
}
