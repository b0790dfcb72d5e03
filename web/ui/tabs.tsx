import * as Base from 'radix-ui/tabs';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

export const Tabs = Base.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Base.List>) {
  return <Base.List className={cn('flex gap-[26px] border-b', className)} {...rest} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Base.Trigger>) {
  return (
    <Base.Trigger
      className={cn(
        '-mb-px border-b-2 border-transparent px-0.5 py-[9px] text-[15px] text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3 data-[state=active]:border-primary data-[state=active]:font-semibold data-[state=active]:text-foreground',
        className,
      )}
      {...rest}
    />
  );
}

export const TabsContent = Base.Content;
