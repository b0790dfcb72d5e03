import * as Base from 'radix-ui/tabs';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export const Tabs = Base.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      className={cn('scroll-slim flex gap-[26px] overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--border)]', className)}
      {...rest}
    />
  );
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Base.Trigger>) {
  return (
    <Base.Trigger
      className={cn(
        'border-b-2 border-transparent px-0.5 py-[9px] text-[15px] whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3 data-[state=active]:border-primary data-[state=active]:font-semibold data-[state=active]:text-foreground',
        className,
      )}
      {...rest}
    />
  );
}

export const TabsContent = Base.Content;
