import { Check, ChevronDown } from 'lucide-react';
import * as Base from 'radix-ui/select';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { inputClass } from './input.tsx';

export interface SelectChoice {
  readonly value: string;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

interface SelectProps {
  value: string;
  onChange: (value: string) => void;
  choices: readonly SelectChoice[];
  placeholder?: string;
  className?: string;
  disabled?: boolean;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

// The library reserves '' for "nothing selected", but a list may contain '' as a choice ("all types"). Hence the prefix.
const addPrefix = (value: string): string => `v:${value}`;

export function Select({ value, onChange, choices, placeholder, className, disabled = false, ...named }: SelectProps) {
  const isListed = choices.some((choice) => choice.value === value);
  return (
    <Base.Root value={isListed ? addPrefix(value) : ''} onValueChange={(next) => onChange(next.slice(2))} disabled={disabled}>
      <Base.Trigger
        className={cn(
          inputClass,
          'inline-flex h-(--control) items-center justify-between gap-2 text-left text-sm data-placeholder:text-muted-foreground [&>span]:truncate',
          className,
        )}
        {...named}
      >
        <Base.Value placeholder={placeholder} />
        <Base.Icon asChild>
          <ChevronDown className="size-4 shrink-0 text-muted-foreground" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-[min(24rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-pop"
        >
          <Base.Viewport className="p-1">
            {choices.map((choice) => (
              <Base.Item
                key={choice.value}
                value={addPrefix(choice.value)}
                disabled={choice.disabled ?? false}
                className="relative flex h-8 cursor-default items-center rounded-md py-1 pr-8 pl-2.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground"
              >
                <Base.ItemText>{choice.label}</Base.ItemText>
                <Base.ItemIndicator className="absolute right-2.5">
                  <Check className="size-4" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Viewport>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
