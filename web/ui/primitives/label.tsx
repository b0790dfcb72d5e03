import { Label as Base } from 'radix-ui/label';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export function Label({ className, ...rest }: ComponentProps<typeof Base>) {
  return <Base className={cn('block text-sm font-medium', className)} {...rest} />;
}
