import * as Base from 'radix-ui/switch';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export function Switch({ className, ...rest }: ComponentProps<typeof Base.Root>) {
  return (
    <Base.Root
      className={cn(
        'h-5 w-9 shrink-0 rounded-full border border-input bg-muted p-px transition-colors disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...rest}
    >
      <Base.Thumb className="block size-4 rounded-full bg-muted-foreground transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-primary-foreground" />
    </Base.Root>
  );
}
